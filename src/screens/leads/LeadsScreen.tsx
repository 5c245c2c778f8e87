import { LeadsPage } from '../../features/leads/web/pieces/leadsPage.ts'
import { LeadPageAhead } from './LeadPageAhead.tsx'
import { leadsExtensions } from './leadsExtensions.tsx'
import { useNoteTaskKeys } from './useNoteTaskKeys.ts'

/** `/leads` and `/leads_v2`, with what every feature adds to them. */
export function LeadsScreen() {
  useNoteTaskKeys()
  return (
    <>
      <LeadsPage extensions={leadsExtensions} />
      <LeadPageAhead />
    </>
  )
}
