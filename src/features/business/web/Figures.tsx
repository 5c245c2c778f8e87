import type { UseQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { shortMoney } from '../../../platform/web/money.ts'
import { count } from '../../../platform/web/text.ts'
import type { Report } from '../../reports/contract.ts'
import { type MetricName, metrics } from '../../reports/rules/metrics.ts'
import type { Period } from '../../reports/rules/period.ts'
import { changeOf, columnAt, FigureButton, valueText } from '../../reports/web/pieces.tsx'
import type { BusinessOverview } from '../contract.ts'
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
      {(['new_leads', 'response_median', 'unanswered'] as const).map(metric =>
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

/** What the response times call "Never" stands here beside others. */
const labels: Partial<Record<MetricName, string>> = { unanswered: 'Without a first contact' }

interface PeriodFigureProps {
  report: Report
  metric: MetricName
  isOpen: boolean
  onOpen(): void
}

function PeriodFigure({ report, metric, isOpen, onOpen }: PeriodFigureProps) {
  const place = columnAt(report, metric)
  const column = report.columns[place]
  if (!column) return null
  const [now, was] = [report.totals[place] ?? null, report.totals_before[place] ?? null]
  const change = changeOf(now, was, column)
  const points = report.series.find(({ key }) => key === metric)?.values ?? []
  return (
    <FigureButton
      label={labels[metric] ?? column.label}
      value={valueText(now, column.unit)}
      change={change}
      note={change ? column.unit !== 'seconds' && ` from ${valueText(was, column.unit)}` : 'nothing to compare'}
      rule={column.rule}
      points={points.map(value => value ?? 0)}
      isOpen={isOpen}
      onOpen={onOpen}
    />
  )
}

const yearOf = ({ today }: BusinessOverview): string => today.slice(0, 4)

function YearFigures({ overview, period }: { overview: BusinessOverview; period: Period }) {
  const navigate = useNavigate()
  const report = (search: object) => void navigate({ to: '/reports', search: search as never })
  const { pipeline, lead_to_deal, closed, closed_before, months } = overview
  const closedUpTo = yearPoints(overview).flatMap(({ closed: sum }) => sum ?? [])
  const expected = months.map(month => month.expected)
  const share = changeOf(lead_to_deal.share, lead_to_deal.before, { unit: 'share', better: 'more' })
  const grown = changeOf(closed, closed_before, { unit: 'money', better: 'more' })
  return (
    <>
      <FigureButton
        label={`${metrics.lead_to_deal.label}, 12 months`}
        value={valueText(lead_to_deal.share, 'share')}
        change={share}
        note={share ? ' on the year before' : 'nothing to compare'}
        rule={`${metrics.lead_to_deal.event} Opens the sources.`}
        points={lead_to_deal.months}
        isOpen={false}
        onOpen={() => report({ report: 'sources', length: 'year', at: period.to })}
      />
      <FigureButton
        label="Pipeline commission"
        value={shortMoney(pipeline.gross)}
        change={null}
        note={`${count(pipeline.deals)} ${pipeline.deals === 1 ? 'deal' : 'deals'}, ${shortMoney(pipeline.volume)}`}
        rule="Gross commission of deals that are submitted, conditional or firm now. Opens the deals."
        points={expected}
        isOpen={false}
        onOpen={() => void navigate({ to: '/deals' })}
      />
      <FigureButton
        label={`Closed commission, ${yearOf(overview)}`}
        value={shortMoney(closed)}
        change={grown}
        note={grown ? ` on last year’s ${shortMoney(closed_before)}` : 'nothing to compare'}
        rule="Gross commission of deals that closed this year, and last year up to the same day. Opens the commissions."
        points={closedUpTo}
        isOpen={false}
        onOpen={() => report({ report: 'commissions', length: 'year' })}
      />
    </>
  )
}
