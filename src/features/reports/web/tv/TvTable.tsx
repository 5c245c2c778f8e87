import { Initials } from '../../../../platform/ui/pieces.tsx'
import { hues } from '../../../../platform/ui/theme/tokens.ts'
import { initialsOf } from '../../../../platform/web/text.ts'
import type { Report, ReportRow } from '../../contract.ts'
import { columnAt } from '../../rules/sentences.ts'
import { tvColumns } from '../../rules/tv.ts'
import { rankChange, valueText } from '../../rules/words.ts'
import classes from './TvTable.module.css'

interface TvTableProps {
  report: Report
  /** Those of the page that is up. */
  rows: readonly ReportRow[]
  /** The most that anybody has of what the rows are ordered by. */
  most: number
}

const ORDER = tvColumns.length - 1

/** A page of the leaderboard, to be read from across a room. */
export function TvTable({ report, rows, most }: TvTableProps) {
  return (
    <table className={classes.table}>
      <caption className={classes.caption}>{report.title}</caption>
      <thead>
        <tr>
          <th scope="col" className={classes.rank}>
            Rank
          </th>
          <th scope="col">{report.row_label}</th>
          <th scope="col" className={classes.team}>
            Team
          </th>
          {tvColumns.map(({ key, label }, place) => (
            <th key={key} scope="col" data-column={key} aria-sort={place === ORDER ? 'descending' : undefined}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <tr key={row.key}>
            <Rank row={row} />
            <Agent row={row} />
            <td className={classes.team}>{row.note}</td>
            {tvColumns.map(({ key }, place) => (
              <NumberCell key={key} report={report} row={row} column={key} most={place === ORDER ? most : null} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Rank({ row }: { row: ReportRow }) {
  const change = rankChange(row)
  return (
    <td className={classes.rank}>
      <b data-top={(row.rank !== null && row.rank <= 3) || undefined}>{row.rank ?? '–'}</b>
      <span data-good={change.isGood ?? undefined}>{change.text}</span>
    </td>
  )
}

function Agent({ row: { key, label } }: { row: ReportRow }) {
  const [first = '', ...rest] = label.split(' ')
  return (
    <th scope="row">
      <Initials text={initialsOf(first, rest.at(-1) ?? '')} hue={hues[Number(key) % hues.length] ?? 'blue'} size={36} />
      <span>{label}</span>
    </th>
  )
}

interface NumberCellProps {
  report: Report
  row: ReportRow
  column: (typeof tvColumns)[number]['key']
  /** Of which it is drawn as a part. */
  most: number | null
}

function NumberCell({ report, row, column, most }: NumberCellProps) {
  const place = columnAt(report, column)
  const value = row.values[place] ?? null
  return (
    <td data-column={column} data-none={value === null || value === 0 || undefined}>
      {most !== null && (
        <span className={classes.share} aria-hidden="true">
          <span className={classes.bar} style={{ width: `${((value ?? 0) / most) * 100}%` }} />
        </span>
      )}
      <span className={most === null ? undefined : classes.amount}>
        {valueText(value, report.columns[place]?.unit ?? 'count')}
      </span>
    </td>
  )
}
