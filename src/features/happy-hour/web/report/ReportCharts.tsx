import { BarChart } from '@mantine/charts'
import { count } from '../../../../platform/web/text.ts'
import type { HappyHourReport } from '../../contract.ts'
import { followUpBuckets, NO_FOLLOW_UP } from '../../rules/report.ts'
import { axisLabels, percent, shareOf } from './numbers.ts'
import classes from './Report.module.css'

interface ReportChartsProps {
  report: HappyHourReport
  /** The evening that the table is narrowed to. */
  day: string | null
  onDay(day: string | null): void
}

/** Claims by evening, time to the first follow-up, and how far claims got. */
export function ReportCharts(props: ReportChartsProps) {
  return (
    <div className={classes.charts}>
      <Evenings {...props} />
      <FollowUps report={props.report} />
      <Funnel report={props.report} />
    </div>
  )
}

const HEIGHT = 224

/** What Recharts says of a bar whose label is drawn. */
interface BarLabel {
  x?: number | string
  y?: number | string
  width?: number | string
  index?: number
}

function Evenings({ report: { evenings }, day, onDay }: ReportChartsProps) {
  const labels = axisLabels(evenings.map(one => one.day))
  const data = evenings.map(({ connected, claims }, index) => ({
    evening: labels[index] ?? '',
    connected,
    claimed: claims - connected,
    index,
  }))
  const total = ({ x, y, width, index = 0 }: BarLabel) => (
    <text x={Number(x) + Number(width) / 2} y={Number(y) - 6} className={classes.barLabel}>
      {evenings[index]?.claims}
    </text>
  )
  const press = (bar: { payload?: { index?: number } }) => {
    const chosen = evenings[bar.payload?.index ?? -1]?.day
    if (chosen) onDay(chosen === day ? null : chosen)
  }
  return (
    <section aria-label="Claims an evening">
      <header>
        <h2>Claims an evening</h2>
        <span className={classes.legend}>
          <i data-pale /> Claimed <i /> Connected
        </span>
      </header>
      <BarChart
        h={HEIGHT}
        data={data}
        dataKey="evening"
        type="stacked"
        series={[
          { name: 'connected', label: 'Connected', color: 'var(--kt-accent)' },
          { name: 'claimed', label: 'Claimed, not connected', color: 'var(--kt-accent-5)' },
        ]}
        gridAxis="x"
        strokeDasharray="0"
        tickLine="none"
        barProps={series => ({
          onClick: press,
          cursor: 'pointer',
          isAnimationActive: false,
          maxBarSize: 32,
          ...(series.name === 'claimed' ? { label: total } : {}),
        })}
        yAxisProps={{
          allowDecimals: false,
          width: 32,
          domain: [0, (most: number) => Math.ceil((most * 1.12) / 5) * 5],
        }}
      />
    </section>
  )
}

function FollowUps({ report: { totals } }: { report: HappyHourReport }) {
  const labels = [...followUpBuckets.map(({ label }) => label), 'none']
  const data = totals.follow_ups.map((claims, bucket) => ({
    minutes: labels[bucket] ?? '',
    claims,
    color: colorOf(bucket),
  }))
  const value = ({ x, y, width, index = 0 }: BarLabel) =>
    data[index]?.claims ? (
      <text x={Number(x) + Number(width) / 2} y={Number(y) - 6} className={classes.barLabel}>
        {data[index].claims}
      </text>
    ) : (
      <g />
    )
  return (
    <section aria-label="Minutes to first follow-up">
      <header>
        <h2>Minutes to first follow-up</h2>
        <span className={classes.legend}>{totals.claims === 1 ? '1 claim' : `${count(totals.claims)} claims`}</span>
      </header>
      <BarChart
        h={HEIGHT}
        data={data}
        dataKey="minutes"
        series={[{ name: 'claims', label: 'Claims', color: 'var(--kt-accent)' }]}
        gridAxis="none"
        tickLine="none"
        withYAxis={false}
        barProps={{ isAnimationActive: false, maxBarSize: 40, label: value }}
        yAxisProps={{ domain: [0, (most: number) => most * 1.12] }}
      />
    </section>
  )
}

/** Within five minutes in the accent, later in grey, never in red. */
function colorOf(bucket: number): string {
  if (bucket === NO_FOLLOW_UP) return 'var(--kt-red-solid)'
  return (followUpBuckets[bucket]?.under ?? 0) <= 300 ? 'var(--kt-accent)' : 'var(--kt-neutral-7)'
}

function Funnel({ report: { totals } }: { report: HappyHourReport }) {
  const steps = [
    ['Claimed', totals.claims],
    ['Followed up', totals.followed_up],
    ['Within 5 minutes', totals.in_time],
    ['Connected', totals.connected],
    ['Viewing booked', totals.showings],
    ['Converted', totals.converted],
  ] as const
  const none = totals.claims - totals.followed_up
  return (
    <section aria-label="From claim to client">
      <header>
        <h2>From claim to client</h2>
      </header>
      <dl className={classes.funnel}>
        {steps.map(([name, value], index) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={classes.track}>
              <span style={{ width: `${shareOf(value, totals.claims) * 100}%` }} />
            </dd>
            <dd className={classes.value}>{count(value)}</dd>
            <dd className={classes.share}>{index > 0 && percent(value, totals.claims)}</dd>
          </div>
        ))}
      </dl>
      {none > 0 && (
        <p className={classes.none}>{none === 1 ? '1 claim has' : `${count(none)} claims have`} no follow-up.</p>
      )}
    </section>
  )
}
