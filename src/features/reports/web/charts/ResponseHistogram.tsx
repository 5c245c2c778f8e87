import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import { count } from '../../../../platform/web/text.ts'
import type { Report } from '../../contract.ts'
import { FAST_SECONDS, responseBuckets } from '../../rules/metrics.ts'
import { columnAt } from '../../rules/sentences.ts'
import classes from '../Reports.module.css'

/** What Recharts says of a bar whose label is drawn. */
interface BarLabel {
  x?: number | string
  y?: number | string
  width?: number | string
  index?: number
}

const bars = [
  ...responseBuckets.map(({ metric, label, under }) => ({
    metric,
    label,
    color: under !== null && under <= FAST_SECONDS ? 'var(--kt-accent)' : 'var(--kt-accent-5)',
  })),
  { metric: 'unanswered', label: 'never', color: 'var(--kt-red-solid)' },
] as const

interface ResponseHistogramProps {
  report: Report
  onOpen(metric: string): void
}

/** New leads by minutes to their first answer; those that were never answered stand last, in red. */
export function ResponseHistogram({ report, onOpen }: ResponseHistogramProps) {
  const data = bars.map(({ metric, label, color }) => ({
    metric,
    minutes: label,
    leads: report.totals[columnAt(report, metric)] ?? 0,
    color,
  }))
  const value = ({ x, y, width, index = 0 }: BarLabel) => (
    <text x={Number(x) + Number(width) / 2} y={Number(y) - 6} className={classes.barLabel}>
      {data[index]?.leads ? count(data[index].leads) : ''}
    </text>
  )
  return (
    <section className={classes.chart} aria-label="First responses by minutes">
      <header>
        <h2>First response</h2>
        <span className={classes.legend}>minutes</span>
      </header>
      {data.every(({ leads }) => leads === 0) ? (
        <p className={classes.legend}>No new leads in these days.</p>
      ) : (
        <BarChart
          h={224}
          data={data}
          dataKey="minutes"
          series={[{ name: 'leads', label: 'Leads', color: 'var(--kt-accent)' }]}
          gridAxis="none"
          tickLine="none"
          withYAxis={false}
          barProps={{
            isAnimationActive: false,
            maxBarSize: 44,
            label: value,
            cursor: 'pointer',
            onClick: (bar: { payload?: { metric?: string } }) => bar.payload?.metric && onOpen(bar.payload.metric),
          }}
          yAxisProps={{ domain: [0, (most: number) => Math.max(1, most * 1.14)] }}
        />
      )}
    </section>
  )
}
