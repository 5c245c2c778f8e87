import { PanelSection } from '../../../../platform/ui/pieces.tsx'
import { shortMoney } from '../../../../platform/web/money.ts'
import { calendarDay } from '../../../../platform/web/time/time.ts'
import type { AgentAccount, CommissionPlan } from '../../contract.ts'
import { inCents } from '../../rules/cents.ts'
import { centsText, rateText } from '../../rules/plan.ts'
import { rateAt, type ShareStep, shareSteps } from '../../rules/steps.ts'
import { termsOf, valuesOf } from './example.ts'
import classes from './ShareChart.module.css'

/** Which share holds from how much commission of the year on, where the agent stands, and where the next deal ends. */
export function ShareChart({ account, plan }: { account: AgentAccount; plan: CommissionPlan }) {
  const { side, house, opening, next } = account
  const now = BigInt(inCents(side) + inCents(opening.side))
  const counted = { side: now, house: BigInt(inCents(house) + inCents(opening.house)) }
  const steps = shareSteps(termsOf(valuesOf(plan, plan.valid_from), plan.referral_name), counted)
  if (steps.length < 2) return null
  const then = next && now + BigInt(inCents(next.side))
  const places = placesOf(steps, then !== null && then > now ? then : now)
  return (
    <PanelSection title="Share over the year">
      <figure className={classes.chart}>
        <Drawing steps={steps} places={places} now={now} then={then} />
        <figcaption>
          <p>
            <i data-now aria-hidden /> Now {centsText(now)} of the year, <b>{rateText(rateAt(steps, now))}</b> from here
            on
          </p>
          {next && then !== null && (
            <p>
              <i data-then aria-hidden /> After {next.title}, {calendarDay(next.close_date)}: {centsText(then)},{' '}
              <b>{rateText(rateAt(steps, then))}</b> from there on
            </p>
          )}
        </figcaption>
        <Table steps={steps} />
      </figure>
    </PanelSection>
  )
}

interface Places {
  /** Percent of the width, and of the height from the top. */
  x(cents: bigint): number
  y(rate: number): number
}

function placesOf(steps: readonly ShareStep[], reached: bigint): Places {
  const last = steps.at(-1)?.from ?? 0n
  const end = Number((reached > last ? reached : last) || 1n) * 1.18
  const rates = steps.map(({ rate }) => rate)
  const [low, high] = [Math.min(...rates), Math.max(...rates)]
  const room = Math.max(1, high - low)
  return {
    x: cents => Math.max(0, Math.min(100, (Number(cents) / end) * 100)),
    y: rate => 76 - ((rate - low) / room) * 54,
  }
}

interface DrawingProps {
  steps: readonly ShareStep[]
  places: Places
  now: bigint
  then: bigint | null
}

function Drawing({ steps, places: { x, y }, now, then }: DrawingProps) {
  const points = (until: bigint | null) =>
    steps
      .filter(({ from }) => until === null || from <= until)
      .flatMap(({ from, to, rate }) => {
        const end = until === null ? to : to === null || to > until ? until : to
        return [`${x(from)},${y(rate)}`, `${end === null ? 100 : x(end)},${y(rate)}`]
      })
  const done = points(now > 0n ? now : 0n)
  return (
    <div className={classes.drawing} aria-hidden>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
        <polygon data-done points={`${x(0n)},100 ${done.join(' ')} ${x(now)},100`} />
        <polyline points={points(null).join(' ')} />
        {then !== null && then > now && <polyline data-then points={between(steps, { x, y }, now, then)} />}
        <polyline data-done points={done.join(' ')} />
      </svg>
      {steps.map(step => (
        <span
          key={String(step.from)}
          className={classes.rate}
          data-above-cap={step.is_above_cap || undefined}
          style={{ ...besideStep(x(step.from)), top: `${y(step.rate)}%` }}
        >
          {rateText(step.rate)}
          {step.is_above_cap && ' above the cap'}
        </span>
      ))}
      {ticksOf(steps, x).map(({ from }) => (
        <span key={String(from)} className={classes.tick} style={{ left: `${x(from)}%` }}>
          {from === 0n ? '$0' : shortMoney(Number(from) / 100)}
        </span>
      ))}
      <i className={classes.dot} data-now style={{ left: `${x(now)}%`, top: `${y(rateAt(steps, now))}%` }} />
      {then !== null && then > now && (
        <i className={classes.dot} data-then style={{ left: `${x(then)}%`, top: `${y(rateAt(steps, then))}%` }} />
      )}
    </div>
  )
}

/** The line of the next deal, from where the agent stands to where it ends. */
function between(steps: readonly ShareStep[], { x, y }: Places, now: bigint, then: bigint): string {
  return steps
    .filter(({ from, to }) => from <= then && (to === null || to > now))
    .flatMap(({ from, to, rate }) => [
      `${x(from > now ? from : now)},${y(rate)}`,
      `${x(to === null || to > then ? then : to)},${y(rate)}`,
    ])
    .join(' ')
}

/** A step far to the right has its words end with the chart, so that a phone shows all of them. */
const besideStep = (percent: number) => (percent > 55 ? { right: 0 } : { left: `${percent}%` })

/** Amounts that have room below the chart; the table has all of them. */
const NARROWEST = 14

function ticksOf(steps: readonly ShareStep[], x: Places['x']): ShareStep[] {
  const ticks: ShareStep[] = []
  for (const step of steps) {
    const before = ticks.at(-1)
    if (!before || x(step.from) - x(before.from) >= NARROWEST) ticks.push(step)
  }
  return ticks
}

function Table({ steps }: { steps: readonly ShareStep[] }) {
  return (
    <details className={classes.table}>
      <summary>As a table</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">Commission of the year from</th>
            <th scope="col">to</th>
            <th scope="col">Agent</th>
          </tr>
        </thead>
        <tbody>
          {steps.map(({ from, to, rate, is_above_cap }) => (
            <tr key={String(from)}>
              <th scope="row">{centsText(from)}</th>
              <td>{to === null ? 'no end' : centsText(to)}</td>
              <td>
                {rateText(rate)}
                {is_above_cap && ', above the cap'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
