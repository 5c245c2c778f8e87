import { shortDay } from '../../../../platform/web/time/time.ts'
import type { LeadRow } from '../../contract/record.ts'
import { areasOf, contactedText } from '../rules/wording.ts'
import type { CellContext } from '../table/LeadColumns.tsx'
import classes from './LeadDetails.module.css'

/** What a search result shows when it is unfolded. */
export function LeadDetails({ lead, context: { now, zone } }: { lead: LeadRow; context: CellContext }) {
  const facts = [
    ['Latest note', lead.latest_note || 'None'],
    ['Location', areasOf(lead).join(', ') || lead.primary_area],
    ['Last contacted', contactedText(lead.last_contacted_at, now, zone)],
    ['Signed up', shortDay(lead.created_at, now, zone)],
    ['Tags', lead.tags.map(tag => tag.name).join(', ') || 'None'],
  ]
  return (
    // biome-ignore lint/a11y/useSemanticElements: see LeadsTable
    // biome-ignore lint/a11y/useFocusableInteractive: see LeadsTable
    <div role="gridcell" className={classes.details}>
      {facts.map(([label, value]) => (
        <div key={label} className={classes.detail} title={value}>
          <span className={classes.meta}>{label}</span>
          <span dir="auto">{value}</span>
        </div>
      ))}
    </div>
  )
}
