import '@mantine/charts/styles.css'
import { AreaChart } from '@mantine/charts'
import { ownRegion } from '../../../../platform/web/region.ts'
import { isoDay } from '../../../../platform/web/time/time.ts'
import type { Report } from '../../contract.ts'
import type { MetricName } from '../../rules/metrics.ts'
import { valueText } from '../../rules/words.ts'
import classes from '../Reports.module.css'
import { daysText, stepLabels } from '../rules/text.ts'

interface SeriesChartProps {
  report: Report
  metric: MetricName
  /** Each point with all before it. */
  isAddedUp: boolean
}

const HEIGHT = 224

/** How a number went, point by point, over how it went in the period before. */
export function SeriesChart({ report, metric, isAddedUp }: SeriesChartProps) {
  const column = report.columns.find(({ key }) => key === metric)
  const series = report.series.find(({ key }) => key === metric)
  if (!column || !series) return null
  const today = isoDay(report.as_of, ownRegion().zone)
  const adds = isAddedUp && (column.unit === 'money' || column.unit === 'count') && column.key !== 'average_gross'
  // Days to come have no number yet.
  const now = shownOf(
    series.values.filter((_, index) => (report.steps[index] ?? '') <= today),
    adds,
  )
  const before = shownOf(series.before, adds)
  const labels = stepLabels(report.steps, report.step_unit)
  const data = labels.map((step, index) => ({
    step,
    index,
    now: now[index] ?? null,
    before: before[index] ?? null,
  }))
  return (
    <section className={classes.chart} aria-label={`${column.label} over time`}>
      <header>
        <h2>{column.label}</h2>
        <span className={classes.legend}>
          <i /> {daysText(report, today)} <i data-before /> {daysText(report.before, today)}
        </span>
      </header>
      <AreaChart
        h={HEIGHT}
        data={data}
        dataKey="index"
        curveType="linear"
        strokeWidth={2}
        fillOpacity={0.08}
        withGradient={false}
        withDots={data.length < 3}
        connectNulls={false}
        gridAxis="x"
        strokeDasharray="0"
        tickLine="none"
        series={[
          {
            name: 'before',
            label: daysText(report.before, today),
            color: 'var(--kt-neutral-9)',
            strokeDasharray: '2 4',
          },
          { name: 'now', label: daysText(report, today), color: 'var(--kt-accent)' },
        ]}
        valueFormatter={value => valueText(value, column.unit)}
        areaProps={({ name }) => ({ isAnimationActive: false, ...(name === 'before' ? { fillOpacity: 0 } : {}) })}
        xAxisProps={{ tickFormatter: (index: number) => labels[index] ?? '', minTickGap: 24 }}
        tooltipProps={{ labelFormatter: index => labels[Number(index)] ?? '', isAnimationActive: false }}
        yAxisProps={{ width: 64, allowDecimals: column.unit !== 'count' }}
      />
    </section>
  )
}

function shownOf(values: readonly (number | null)[], adds: boolean): (number | null)[] {
  if (!adds) return [...values]
  let sum = 0
  return values.map(value => {
    sum += value ?? 0
    return sum
  })
}
