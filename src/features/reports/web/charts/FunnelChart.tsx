import { count } from '../../../../platform/web/text.ts'
import { LeadDial } from '../../../leads/web/pieces/LeadDial.tsx'
import type { Report } from '../../contract.ts'
import { columnAt, worstStep } from '../../rules/sentences.ts'
import { valueText } from '../../rules/words.ts'
import classes from '../Reports.module.css'
import { daysText } from '../rules/text.ts'

interface FunnelChartProps {
  report: Report
  onOpen(metric: string, row: string): void
}

/** How far leads have got: each bar is the share of the step before, the tick that of the period before. */
export function FunnelChart({ report, onOpen }: FunnelChartProps) {
  const [reached, ofStep] = [columnAt(report, 'reached'), columnAt(report, 'of_step')]
  const worst = worstStep(report)
  const isEmpty = report.rows.every(({ values }) => !values[reached])
  return (
    <section className={classes.chart} aria-label="From lead to deal">
      <header>
        <h2>From lead to deal</h2>
        <span className={classes.legend}>mark: {daysText(report.before, report.as_of)}</span>
      </header>
      {isEmpty && <p className={classes.legend}>No new leads in these days.</p>}
      <ol className={classes.funnel}>
        {report.rows.map(({ key, label, values, before }, index) => {
          const share = index === 0 && !isEmpty ? 1 : (values[ofStep] ?? 0)
          const was = before[ofStep] ?? null
          return (
            <li key={key} data-first={index === 0 || undefined} data-worst={index === worst || undefined}>
              <button type="button" onClick={() => onOpen('reached', key)}>
                <LeadDial status={Number(key)} /> {label}
              </button>
              <span className={classes.track} aria-hidden="true">
                <span style={{ width: `${Math.min(1, share) * 100}%` }} />
                {was !== null && <i style={{ left: `${Math.min(1, was) * 100}%` }} />}
              </span>
              <b>{count(values[reached] ?? 0)}</b>
              <span>{index > 0 && valueText(values[ofStep] ?? null, 'share')}</span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
