import { useQuery } from '@tanstack/react-query'
import { shortMoney } from '../../../../platform/web/money.ts'
import { calendarDay } from '../../../../platform/web/time/time.ts'
import type { Report, ReportColumn, ReportRow } from '../../../reports/contract.ts'
import type { MetricName } from '../../../reports/rules/metrics.ts'
import { NOBODY } from '../../../reports/rules/reports.ts'
import { columnAt } from '../../../reports/rules/sentences.ts'
import { valueText } from '../../../reports/rules/words.ts'
import { costsQuery } from '../../../reports/web/client.ts'
import classes from '../Business.module.css'
import { CostField } from './CostField.tsx'

const shown: readonly { key: MetricName; label: string }[] = [
  { key: 'new_leads', label: 'Leads' },
  { key: 'cost', label: 'Cost' },
  { key: 'cost_per_lead', label: 'Per lead' },
  { key: 'connected_share', label: 'Connected' },
  { key: 'closed_deals', label: 'Deals' },
  { key: 'gross', label: 'Commission' },
  { key: 'return', label: 'Return' },
]
/** The last column has a bar. */
const RETURN = 'return'

interface SourcesTableProps {
  report: Report
  isEditing: boolean
  today: string
}

/** Sources by what came back of their cost; costs of this month are typed in place. */
export function SourcesTable({ report, isEditing, today }: SourcesTableProps) {
  const month = `${today.slice(0, 8)}01`
  const costs = useQuery({ ...costsQuery(month), enabled: isEditing })
  const known = new Map(costs.data?.costs.map(({ source, cost }) => [source, cost]))
  const place = columnAt(report, RETURN)
  const rows = report.rows.toSorted((one, other) => (other.values[place] ?? -1) - (one.values[place] ?? -1))
  const most = Math.max(1, ...rows.map(({ values }) => values[place] ?? 0))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it where it is wider than the screen
    <section className={classes.scroll} tabIndex={0} aria-label="Sources of leads">
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Source</th>
            {shown.map(({ key, label }) => (
              <th key={key} scope="col" title={report.columns[columnAt(report, key)]?.rule}>
                {isEditing && key === 'cost' ? `Cost in ${monthText(month)}` : label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={row.key}>
              <th scope="row">{row.label}</th>
              {shown.map(({ key }) =>
                isEditing && key === 'cost' && row.key !== NOBODY && costs.data ? (
                  <td key={key} data-field>
                    <CostField source={row.key} label={row.label} month={month} known={known.get(row.key) ?? null} />
                  </td>
                ) : (
                  <Cell key={key} metric={key} report={report} row={row} most={most} />
                ),
              )}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">All sources</th>
            {shown.map(({ key }) => (
              <Cell key={key} metric={key} report={report} row={{ values: report.totals }} most={null} />
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

const monthText = (month: string): string => calendarDay(month).split(' ')[0] ?? ''

interface CellProps {
  metric: MetricName
  report: Report
  row: Pick<ReportRow, 'values'>
  /** The best return, for the bar; `null` for no bar. */
  most: number | null
}

function Cell({ metric, report, row, most }: CellProps) {
  const place = columnAt(report, metric)
  const value = row.values[place] ?? null
  const text = textOf(value, report.columns[place])
  if (metric !== RETURN) return <td data-quiet={value === null || value === 0 || undefined}>{text}</td>
  return (
    <td className={classes.return}>
      {most !== null && value !== null && (
        <span aria-hidden="true">
          <i style={{ width: `${(value / most) * 100}%` }} />
        </span>
      )}
      {text}
    </td>
  )
}

const textOf = (value: number | null, column: ReportColumn | undefined): string =>
  value !== null && column?.unit === 'money' ? shortMoney(value) : valueText(value, column?.unit ?? 'count')
