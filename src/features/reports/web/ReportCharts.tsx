import { onDemand } from '../../../platform/ui/onDemand.tsx'
import type { Report } from '../contract.ts'
import type { MetricName } from '../rules/metrics.ts'
import { sentenceOf } from '../rules/sentences.ts'
import { SourceShares } from './charts/SourceShares.tsx'
import { FunnelChart, ResponseHistogram } from './pieces.tsx'
import classes from './Reports.module.css'

const waiting = () => <div className={classes.waiting} />
const SeriesChart = onDemand(async () => (await import('./charts/SeriesChart.tsx')).SeriesChart, waiting)
const CampaignStarts = onDemand(async () => (await import('./charts/CampaignStarts.tsx')).CampaignStarts, waiting)

interface ReportChartsProps {
  report: Report
  /** The number that is pressed; the first of the report otherwise. */
  metric: MetricName | null
  onOpen(metric: string, row?: string): void
}

/** The pictures of a report: how the pressed figure went, and what this report has of its own. */
export function ReportCharts({ report, metric, onOpen }: ReportChartsProps) {
  const { name, series } = report
  const drawn = series.find(({ key }) => key === metric)?.key ?? series[0]?.key
  const sentence = sentenceOf(report)
  const own =
    name === 'response-times' ? (
      <ResponseHistogram report={report} onOpen={onOpen} />
    ) : name === 'funnel' ? (
      <FunnelChart report={report} onOpen={onOpen} />
    ) : name === 'sources' ? (
      <SourceShares report={report} />
    ) : name === 'campaigns' ? (
      <CampaignStarts report={report} />
    ) : null
  return (
    <div className={classes.charts} data-single={!own || !drawn || undefined}>
      {drawn && <SeriesChart report={report} metric={drawn} isAddedUp={name === 'commissions'} />}
      {own && (
        <div className={classes.own}>
          {own}
          {sentence && <p className={classes.sentence}>{sentence}</p>}
        </div>
      )}
    </div>
  )
}
