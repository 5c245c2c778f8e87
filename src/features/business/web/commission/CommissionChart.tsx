import '@mantine/charts/styles.css'
import { AreaChart } from '@mantine/charts'
import { ReferenceDot } from 'recharts'
import { shortMoney } from '../../../../platform/web/money.ts'
import { stepLabels } from '../../../reports/web/pieces.tsx'
import type { BusinessOverview } from '../../contract.ts'
import { monthsPassed, projected, roundTicks, yearPoints } from '../../rules/year.ts'
import classes from '../Business.module.css'

const HEIGHT = 232
const YEAR_MONTHS = 12
/** Every other month has room for its name on half a page. */
const ticks = [0, 2, 4, 6, 8, 10]
/** Beyond this part of the year a label at today stands before its dot. */
const LATE = 8

/** The year added up over last year, from today on as it is expected to go on, with the goal at its end. */
export function CommissionChart({ overview }: { overview: BusinessOverview }) {
  const { today, closed, goal } = overview
  const now = monthsPassed(today)
  const names = stepLabels(
    overview.months.map(({ month }) => month),
    'month',
  )
  const points = yearPoints(overview)
  const ticksUp = roundTicks(Math.max(goal?.amount ?? 0, projected(overview), points.at(-1)?.before ?? 0))
  const year = Number(today.slice(0, 4))
  return (
    <AreaChart
      className={classes.chart ?? ''}
      h={HEIGHT}
      data={points.map(point => ({ ...point }))}
      dataKey="at"
      curveType="linear"
      strokeWidth={2}
      fillOpacity={0.08}
      withGradient={false}
      withDots={false}
      connectNulls
      gridAxis="x"
      strokeDasharray="0"
      tickLine="none"
      series={[
        { name: 'before', label: String(year - 1), color: 'var(--kt-neutral-9)', strokeDasharray: '2 4' },
        { name: 'expected', label: 'Under contract', color: 'var(--kt-accent-7)', strokeDasharray: '4 4' },
        { name: 'closed', label: String(year), color: 'var(--kt-accent)' },
      ]}
      valueFormatter={value => shortMoney(value)}
      areaProps={({ name }) => ({ isAnimationActive: false, ...(name === 'closed' ? {} : { fillOpacity: 0 }) })}
      xAxisProps={{ type: 'number', domain: [0, YEAR_MONTHS], ticks, tickFormatter: (at: number) => names[at] ?? '' }}
      tooltipProps={{ labelFormatter: at => dayOf(Number(at), now, names), isAnimationActive: false }}
      yAxisProps={{ width: 56, domain: [0, ticksUp.at(-1) ?? 1], ticks: ticksUp }}
      areaChartProps={{ margin: { top: 12, right: 68 } }}
    >
      <ReferenceDot
        x={now}
        y={closed}
        r={4}
        fill="var(--kt-accent)"
        stroke="var(--kt-surface)"
        label={{
          value: `${shortMoney(closed)} today`,
          position: now > LATE ? 'left' : 'top',
          className: classes.dotLabel ?? '',
          offset: 10,
        }}
      />
      {goal && (
        <ReferenceDot
          x={YEAR_MONTHS}
          y={goal.amount}
          r={4}
          fill="var(--kt-surface)"
          stroke="var(--kt-ink)"
          label={{
            value: `goal ${shortMoney(goal.amount)}`,
            position: 'right',
            className: classes.dotLabel ?? '',
            offset: 10,
          }}
        />
      )}
    </AreaChart>
  )
}

const dayOf = (at: number, now: number, names: readonly string[]): string =>
  at === now ? 'Today' : at === 0 ? `${names[0]} 1` : `End of ${names[at - 1]}`
