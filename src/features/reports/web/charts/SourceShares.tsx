import type { Report } from '../../contract.ts'
import { columnAt } from '../../rules/sentences.ts'
import { valueText } from '../../rules/words.ts'
import classes from '../Reports.module.css'

/** Sources that are drawn; the table has all. */
const SHOWN = 6

/** What share of the leads each source brings, beside its share of the commission. */
export function SourceShares({ report }: { report: Report }) {
  const [leads, gross] = [columnAt(report, 'new_leads'), columnAt(report, 'gross')]
  const share = (values: readonly (number | null)[], at: number) => {
    const all = report.totals[at] ?? 0
    return all === 0 ? 0 : (values[at] ?? 0) / all
  }
  return (
    <section className={classes.chart} aria-label="Leads and commission by source">
      <header>
        <h2>Leads and commission</h2>
        <span className={classes.legend}>
          <i data-pale /> of the leads <i /> of the commission
        </span>
      </header>
      <ol className={classes.shares}>
        {report.rows.slice(0, SHOWN).map(({ key, label, values }) => (
          <li key={key}>
            <span>{label}</span>
            <span className={classes.pair} aria-hidden="true">
              <i data-pale style={{ width: `${share(values, leads) * 100}%` }} />
              <i style={{ width: `${share(values, gross) * 100}%` }} />
            </span>
            <span>{valueText(share(values, leads), 'share')}</span>
            <b>{valueText(share(values, gross), 'share')}</b>
          </li>
        ))}
      </ol>
    </section>
  )
}
