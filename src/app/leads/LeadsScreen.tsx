import { LeadsPage } from '../../features/leads/web/LeadsPage.tsx'
import { leadsExtensions } from './leadsExtensions.tsx'

/** `/leads` and `/leads_v2`, with what every feature adds to them. */
export function LeadsScreen() {
  return <LeadsPage extensions={leadsExtensions} />
}
