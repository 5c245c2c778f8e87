import type { Report } from '../../contract.ts'
import { changeOf, valueText } from '../../rules/words.ts'
import classes from './Tv.module.css'

/** The sums of all on top of the board. */
export function TvFigures({ report: { columns, totals, totals_before } }: { report: Report }) {
  return (
    <dl className={classes.figures}>
      {columns.map((column, place) => {
        if (!column.is_figure) return null
        const [now, was] = [totals[place] ?? null, totals_before[place] ?? null]
        const change = changeOf(now, was, column)
        return (
          <div key={column.key}>
            <dt>{column.label}</dt>
            <dd>
              <b>{valueText(now, column.unit)}</b>
              <span data-good={change?.isGood ?? undefined}>{change?.text ?? 'nothing to compare'}</span>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
