import type { UseQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Report } from '../../reports/contract.ts'
import { type MetricName, metrics } from '../../reports/rules/metrics.ts'
import type { Period } from '../../reports/rules/period.ts'
import { columnAt } from '../../reports/rules/sentences.ts'
import { FigureButton } from '../../reports/web/pieces.tsx'
import type { BusinessOverview } from '../contract.ts'
import { closedFigure, leadToDealFigure, periodFigure, periodFigures, pipelineFigure } from '../rules/figures.ts'
import { yearPoints } from '../rules/year.ts'
import classes from './Business.module.css'

interface FiguresProps {
  responses: UseQueryResult<Report>
  overview: UseQueryResult<BusinessOverview>
  /** The number whose list is open. */
  open: MetricName | null
  period: Period
  onOpen(metric: MetricName): void
}

/** Six figures of the period and of the year, each with how it changed. */
export function Figures({ responses, overview, open, period, onOpen }: FiguresProps) {
  return (
    <div className={classes.figures}>
      {periodFigures.map(metric =>
        responses.data ? (
          <PeriodFigure
            key={metric}
            report={responses.data}
            metric={metric}
            isOpen={open === metric}
            onOpen={() => onOpen(metric)}
          />
        ) : (
          <Missing key={metric} isFailed={responses.isError} />
        ),
      )}
      {overview.data ? (
        <YearFigures overview={overview.data} period={period} />
      ) : (
        ['share', 'pipeline', 'closed'].map(key => <Missing key={key} isFailed={overview.isError} />)
      )}
    </div>
  )
}

/** The place of a figure that is awaited, or did not come. */
const Missing = ({ isFailed }: { isFailed: boolean }) =>
  isFailed ? (
    <div className={classes.bone}>Not loaded</div>
  ) : (
    <div className={classes.bone} aria-hidden="true">
      <span />
      <span />
      <span />
    </div>
  )

interface PeriodFigureProps {
  report: Report
  metric: MetricName
  isOpen: boolean
  onOpen(): void
}

function PeriodFigure({ report, metric, isOpen, onOpen }: PeriodFigureProps) {
  const figure = periodFigure(report, metric)
  const column = report.columns[columnAt(report, metric)]
  if (!figure || !column) return null
  const points = report.series.find(({ key }) => key === metric)?.values ?? []
  return (
    <FigureButton
      {...figure}
      rule={column.rule}
      points={points.map(value => value ?? 0)}
      isOpen={isOpen}
      onOpen={onOpen}
    />
  )
}

function YearFigures({ overview, period }: { overview: BusinessOverview; period: Period }) {
  const navigate = useNavigate()
  const report = (search: object) => void navigate({ to: '/reports', search: search as never })
  const { lead_to_deal, months } = overview
  const closedUpTo = yearPoints(overview).flatMap(({ closed: sum }) => sum ?? [])
  const expected = months.map(month => month.expected)
  return (
    <>
      <FigureButton
        {...leadToDealFigure(overview)}
        rule={`${metrics.lead_to_deal.event} Opens the sources.`}
        points={lead_to_deal.months}
        isOpen={false}
        onOpen={() => report({ report: 'sources', length: 'year', at: period.to })}
      />
      <FigureButton
        {...pipelineFigure(overview)}
        rule="Gross commission of deals that are submitted, conditional or firm now. Opens the deals."
        points={expected}
        isOpen={false}
        onOpen={() => void navigate({ to: '/deals' })}
      />
      <FigureButton
        {...closedFigure(overview)}
        rule="Gross commission of deals that closed this year, and last year up to the same day. Opens the commissions."
        points={closedUpTo}
        isOpen={false}
        onOpen={() => report({ report: 'commissions', length: 'year' })}
      />
    </>
  )
}
