import { fullTime } from '../../../../platform/web/time/time.ts'
import type { DealCap, Renewal } from '../../contract.ts'
import { exact, percent } from '../../rules/cents.ts'
import { causeText } from '../../rules/renewals.ts'
import { CapRing } from '../CapRing.tsx'
import classes from './Commission.module.css'

interface CapCardProps {
  cap: DealCap
  /** What made it another than it was, last. */
  renewal: Renewal | undefined
}

/** What a deal does to an agent's cap. */
export function CapCard({ cap: use, renewal }: CapCardProps) {
  const { name, plan, cap, before, opening, below, above, side_above, rate, rate_before, sentence } = use
  const gain = (side_above * (rate - rate_before)) / 100
  return (
    <section className={classes.card} aria-label={`Cap of ${name}`}>
      <div className={classes.cardHead}>
        <CapRing cap={cap} used={before} more={below} above={above} />
        <div>
          <h3>{above > 0 && below > 0 ? 'The cap is crossed' : above > 0 ? 'Above the cap' : 'Below the cap'}</h3>
          <p>{sentence}</p>
        </div>
      </div>
      <dl className={classes.facts}>
        <div>
          <dt>{name}</dt>
          <dd>{plan.replace(/^Plan /, '')}</dd>
        </div>
        <div>
          <dt>Cap a year</dt>
          <dd>{exact(cap)}</dd>
        </div>
        <div>
          <dt>Brokerage’s part before</dt>
          <dd>{exact(before)}</dd>
        </div>
        {opening !== 0 && (
          <div>
            <dt>of it, opening balance</dt>
            <dd>{exact(opening)}</dd>
          </div>
        )}
        <div>
          <dt>To the cap, this deal</dt>
          <dd>{exact(below)}</dd>
        </div>
        {above > 0 && (
          <div>
            <dt>Above it, at {percent(100 - rate)}</dt>
            <dd>{exact(above)}</dd>
          </div>
        )}
        {gain > 0 && (
          <div className={classes.gain}>
            <dt>Gain over {percent(rate_before)}</dt>
            <dd>+{exact(gain)}</dd>
          </div>
        )}
      </dl>
      <p className={classes.note}>
        {renewal
          ? `Projected, recalculated ${fullTime(renewal.at)}: ${causeText(renewal.cause, renewal.title)}.`
          : 'Projected. It is computed anew whenever another deal closes.'}
      </p>
    </section>
  )
}
