import { Button } from '@mantine/core'
import { Badge } from '../../../platform/ui/pieces.tsx'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { count } from '../../../platform/web/text.ts'
import { fullTime } from '../../../platform/web/time/time.ts'
import type { PreviewRow } from '../contract.ts'
import type { Holds } from '../rules/fields.ts'
import classes from './Preview.module.css'
import { outcomeHues, outcomeLabelOf } from './rules/text.ts'

const columns = [
  ['name', 'Name'],
  ['email', 'E-mail'],
  ['phone', 'Phone'],
  ['status', 'Status'],
  ['type', 'Type'],
  ['areas', 'Areas'],
  ['tags', 'Tags'],
  ['price', 'Price'],
  ['note', 'Note'],
] as const satisfies readonly (readonly [keyof PreviewRow, string])[]

interface PreviewProps {
  rows: readonly PreviewRow[]
  holds: Holds
  /** Why there are none. */
  error: Error | null
  isBusy: boolean
  /** Shows more of the file; `null` where there is no more, or no more is shown. */
  onMore: (() => void) | null
}

/** The first rows as they will be saved under what is chosen right now. */
export function Preview({ rows, holds, error, isBusy, onMore }: PreviewProps) {
  const isDated = rows.some(row => row.date !== null)
  const used = columns.filter(([column]) => rows.some(row => row[column] !== ''))
  return (
    <section className={classes.preview} aria-label="Preview" aria-busy={isBusy}>
      <h2 className={classes.title}>Preview</h2>
      {error && rows.length === 0 && <p role="alert">{sentenceOf(error)}</p>}
      {rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <section className={classes.scrolls} tabIndex={0} aria-label="First rows">
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">Line</th>
                <th scope="col">What happens</th>
                {used.map(([column, label]) => (
                  <th key={column} scope="col">
                    {label}
                  </th>
                ))}
                {isDated && <th scope="col">Date</th>}
                <th scope="col">Notes</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(row => (
                <tr key={row.row} className={row.stranger === null ? undefined : classes.stranger}>
                  <td>{count(row.line)}</td>
                  <td>
                    <Outcome row={row} isHistory={holds === 'history'} />
                  </td>
                  {used.map(([column]) => (
                    <td key={column} className={classes.value} title={row[column]} dir="auto">
                      {row[column]}
                    </td>
                  ))}
                  {isDated && <td>{row.date === null ? '' : fullTime(row.date)}</td>}
                  <td className={classes.remarks}>{row.remarks.join(' ')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {onMore && (
        <Button className={classes.more} variant="default" size="sm" loading={isBusy} onClick={onMore}>
          Show more rows
        </Button>
      )}
    </section>
  )
}

/** What becomes of a row, and of whom. One that may be a stranger's is not merged quietly: both names are said. */
function Outcome({ row: { outcome, lead, stranger }, isHistory }: { row: PreviewRow; isHistory: boolean }) {
  if (stranger !== null && lead)
    return (
      <>
        <Badge hue="amber">Same phone, other name</Badge>{' '}
        <span dir="auto">
          {stranger} in the file, {lead.name || 'a lead without a name'} here
        </span>
      </>
    )
  return (
    <>
      <Badge {...outcomeHues[outcome]}>{outcomeLabelOf(outcome, isHistory)}</Badge>{' '}
      {(outcome === 'merged' || isHistory) && lead && (
        <span dir="auto">
          {isHistory ? 'for' : 'into'} {lead.name || 'a lead without a name'}
        </span>
      )}
    </>
  )
}
