import { Figure } from '../../../platform/ui/marks/Figure.tsx'
import { Trend } from '../../deals/web/pieces/Trend.tsx'
import type { Report } from '../contract.ts'
import classes from './Reports.module.css'
import { changeOf, valueText } from './rules/text.ts'

interface ReportFiguresProps {
  report: Report
  /** The figure that is pressed. */
  current: string | null
  onOpen(metric: string): void
}

/** The sums of a report beside those of the period before; a press draws the figure, and lists what it counts. */
export function ReportFigures({ report, current, onOpen }: ReportFiguresProps) {
  const { columns, totals, totals_before, series } = report
  const figures = columns.flatMap((column, index) =>
    column.is_figure ? [{ ...column, now: totals[index] ?? null, was: totals_before[index] ?? null }] : [],
  )
  if (figures.length === 0) return null
  return (
    <div className={classes.figures} data-count={figures.length}>
      {figures.map(({ key, label, unit, better, rule, now, was }) => {
        const change = changeOf(now, was, { unit, better })
        const points = series.find(one => one.key === key)?.values.map(value => value ?? 0) ?? []
        return (
          <button
            key={key}
            type="button"
            className={classes.figure}
            title={rule}
            aria-pressed={current === key}
            onClick={() => onOpen(key)}
          >
            <Figure
              label={label}
              value={valueText(now, unit)}
              note={
                change ? (
                  <>
                    <b data-good={change.isGood ?? undefined}>{change.text}</b>
                    {unit !== 'seconds' && ` from ${valueText(was, unit)}`}
                  </>
                ) : (
                  'nothing to compare'
                )
              }
              chart={<Trend points={points} label={`${label}, step by step`} />}
            />
          </button>
        )
      })}
    </div>
  )
}
