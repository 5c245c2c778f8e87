import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import { count } from '../../../../platform/web/text.ts'
import type { Report } from '../../contract.ts'
import classes from '../Reports.module.css'
import { stepLabels } from '../rules/text.ts'

/** When campaigns began on leads, with how many of those have answered since. */
export function CampaignStarts({ report }: { report: Report }) {
  const valuesOf = (key: string) => report.series.find(one => one.key === key)?.values ?? []
  const [started, connected] = [valuesOf('started'), valuesOf('campaign_connected')]
  const labels = stepLabels(report.steps, report.step_unit)
  const data = labels.map((_, index) => {
    const answered = connected[index] ?? 0
    return { index, connected: answered, others: (started[index] ?? 0) - answered }
  })
  const total = started.reduce<number>((sum, value) => sum + (value ?? 0), 0)
  return (
    <section className={classes.chart} aria-label="Leads by when their campaign began">
      <header>
        <h2>Started and connected</h2>
        <span className={classes.legend}>
          <i data-pale /> {count(total)} started <i /> connected
        </span>
      </header>
      <BarChart
        h={224}
        data={data}
        dataKey="index"
        type="stacked"
        series={[
          { name: 'connected', label: 'Connected', color: 'var(--kt-accent)' },
          { name: 'others', label: 'Not connected', color: 'var(--kt-accent-5)' },
        ]}
        gridAxis="x"
        strokeDasharray="0"
        tickLine="none"
        barProps={{ isAnimationActive: false, maxBarSize: 32 }}
        xAxisProps={{ tickFormatter: (index: number) => labels[index] ?? '', minTickGap: 20 }}
        tooltipProps={{ labelFormatter: index => labels[Number(index)] ?? '', isAnimationActive: false }}
        yAxisProps={{ width: 40, allowDecimals: false }}
      />
    </section>
  )
}
