import { Badge } from '../../../../platform/ui/pieces.tsx'
import { fullTime } from '../../../../platform/web/time/time.ts'
import type { LeadRow } from '../../contract/record.ts'
import { areasOf } from '../rules/wording.ts'
import type { CellContext } from '../table/LeadColumns.tsx'
import classes from './LeadDetails.module.css'

/** What a search result shows when it is unfolded: what was said last, and in full what its row says in short. */
export function LeadDetails({ lead, context: { zone } }: { lead: LeadRow; context: CellContext }) {
  const { latest_note, last_contacted_at, tags } = lead
  const facts = [
    ['Location', areasOf(lead).join(', ') || lead.primary_area],
    ['Last contacted', last_contacted_at ? fullTime(last_contacted_at, zone) : 'Never'],
    ['Signed up', fullTime(lead.created_at, zone)],
  ]
  return (
    // biome-ignore lint/a11y/useSemanticElements: see LeadsTable
    // biome-ignore lint/a11y/useFocusableInteractive: see LeadsTable
    <div role="gridcell" className={classes.details}>
      <div className={classes.note}>
        <span className={classes.label}>Latest note</span>
        {latest_note ? (
          <blockquote className={classes.quote} dir="auto" title={latest_note}>
            {latest_note}
          </blockquote>
        ) : (
          <span className={classes.label}>None</span>
        )}
      </div>
      {facts.map(([label, value]) => (
        <div key={label} className={classes.fact} title={value}>
          <span className={classes.label}>{label}</span>
          <span dir="auto">{value}</span>
        </div>
      ))}
      <div className={classes.fact}>
        <span className={classes.label}>Tags</span>
        {tags.length === 0 ? (
          <span>None</span>
        ) : (
          <span className={classes.tags} title={tags.map(({ name }) => name).join(', ')}>
            {tags.map(({ id, name }) => (
              <Badge key={id}>{name}</Badge>
            ))}
          </span>
        )}
      </div>
    </div>
  )
}
