import { useState } from 'react'
import { leadsExtensions } from '../../features/leads/web/extensions.ts'
import { LeadsPage } from '../../features/leads/web/pieces/leadsPage.ts'
import { joined } from './joined.ts'
import { LeadPageAhead } from './LeadPageAhead.tsx'
import { useNoteTaskKeys } from './useNoteTaskKeys.ts'

/** `/leads` and `/leads_v2`, with what every feature adds to them. */
export function LeadsScreen() {
  const [extensions] = useState(() => joined(leadsExtensions.parts()))
  useNoteTaskKeys()
  return (
    <>
      <LeadsPage extensions={extensions} />
      <LeadPageAhead />
    </>
  )
}
