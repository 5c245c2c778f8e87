import type { Report, ReportRow } from '../contract.ts'
import type { MetricName } from '../rules/metrics.ts'
import { columnAt } from '../rules/sentences.ts'
import { tvColumns } from '../rules/tv.ts'
import { rankChange, valueText } from '../rules/words.ts'
import type { OpenNumber } from './client.ts'
import { GoalRing } from './goals/GoalRing.tsx'
import type { GoalOf } from './goals/useBoardGoals.ts'
import classes from './PhoneBoard.module.css'

interface PhoneBoardProps {
  report: Report
  open: OpenNumber | null
  goalOf?: GoalOf | undefined
  onOpen(metric: string, row?: string): void
}

/** What a press on an agent shows beside what they are ranked by. */
const behind = tvColumns.filter(({ key }) => key !== 'offers' && key !== 'commission')

/** The leaderboard on a phone: places and what they are for, and five figures of each agent behind a press. */
export function PhoneBoard({ report, open, goalOf, onOpen }: PhoneBoardProps) {
  const order = columnAt(report, 'commission')
  return (
    <ol className={classes.board} aria-label={report.title}>
      <li className={classes.heads} aria-hidden="true">
        <span>Rank</span>
        <span>{report.row_label}</span>
        <span>{report.columns[order]?.label}</span>
      </li>
      {report.rows.map(row => (
        <li key={row.key}>
          <details>
            <summary>
              <Place row={row} />
              <span className={classes.name}>
                {row.label}
                {row.note && <small>{row.note}</small>}
              </span>
              <span className={classes.amount}>
                <GoalRing goal={goalOf?.(row.key, 'commission')} />
                {valueText(row.values[order] ?? null, 'money')}
              </span>
            </summary>
            <dl>
              {behind.map(({ key, label }) => (
                <BehindNumber key={key} {...{ report, row, label, open, goalOf, onOpen }} metric={key} />
              ))}
            </dl>
          </details>
        </li>
      ))}
    </ol>
  )
}

function Place({ row }: { row: ReportRow }) {
  const change = rankChange(row)
  return (
    <span className={classes.place}>
      <b data-top={(row.rank !== null && row.rank <= 3) || undefined}>{row.rank ?? '–'}</b>
      <span data-good={change.isGood ?? undefined}>{change.text}</span>
    </span>
  )
}

interface BehindNumberProps extends PhoneBoardProps {
  row: ReportRow
  metric: MetricName
  label: string
}

function BehindNumber({ report, row, metric, label, open, goalOf, onOpen }: BehindNumberProps) {
  const place = columnAt(report, metric)
  const column = report.columns[place]
  if (!column) return null
  const value = row.values[place] ?? null
  const text = valueText(value, column.unit)
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {column.has_list && value !== null && value !== 0 ? (
          <button
            type="button"
            aria-pressed={open?.metric === metric && open.row === row.key}
            onClick={() => onOpen(metric, row.key)}
          >
            {text}
          </button>
        ) : (
          text
        )}
        <GoalRing goal={goalOf?.(row.key, metric)} />
      </dd>
    </div>
  )
}
