import type { Report } from '../contract.ts'
import { changeOf, valueText } from '../rules/words.ts'
import { FigureButton } from './FigureButton.tsx'
import classes from './Reports.module.css'

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
          <FigureButton
            key={key}
            label={label}
            value={valueText(now, unit)}
            change={change}
            note={change ? unit !== 'seconds' && ` from ${valueText(was, unit)}` : 'nothing to compare'}
            rule={rule}
            points={points}
            isOpen={current === key}
            onOpen={() => onOpen(key)}
          />
        )
      })}
    </div>
  )
}
