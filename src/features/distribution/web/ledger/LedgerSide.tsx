import { IconShieldCheck, IconShieldX } from '@tabler/icons-react'
import { shortDay, timeOfDay } from '../../../../platform/web/time/time.ts'
import type { LeadDistribution } from '../../contract.ts'
import classes from './Ledger.module.css'
import { NeverOffered } from './NeverOffered.tsx'
import { allowed, inShort, spanText } from './wording.ts'

interface LedgerSideProps {
  distribution: LeadDistribution
  now: Date
  zone: string
}

/** The story in short, the rules that held, and whether the ledger is whole. */
export function LedgerSide({ distribution, now, zone }: LedgerSideProps) {
  const { offers, settings, signed_up_at, ledger } = distribution
  const [first] = offers
  const round = offers.at(-1)?.round ?? 1
  const asked = offers.filter(offer => offer.round === round).length
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <aside className={classes.side} aria-label="About this distribution" tabIndex={0}>
      <section>
        <h2>In short</h2>
        <p className={classes.sentence}>{inShort(distribution)}</p>
        <dl className={classes.figures}>
          <div>
            <dt>Sign-up to first offer</dt>
            <dd>{first ? spanText(signed_up_at, first.offered_at) : '–'}</dd>
          </div>
          <div>
            <dt>Allowed per offer</dt>
            <dd>{allowed(settings.offer_minutes)}</dd>
          </div>
          <div>
            <dt>Asked before the pool</dt>
            <dd>
              {asked} of {settings.max_agents}
            </dd>
          </div>
        </dl>
      </section>
      <section>
        <h2>Rules used</h2>
        <dl className={classes.rules}>
          <dt>Order</dt>
          <dd>Share of the week, then longest wait</dd>
          <dt>Time</dt>
          <dd>{settings.offer_minutes} minutes for each agent</dd>
        </dl>
      </section>
      <NeverOffered leadId={distribution.lead_id} now={now} zone={zone} />
      <section>
        <header className={classes.sideHead}>
          <h2>Ledger</h2>
          <span className={classes.entries}>{ledger.entries} entries</span>
        </header>
        <Chain ledger={ledger} now={now} zone={zone} />
      </section>
      <section>
        <h2>What an agent sees</h2>
        <p className={classes.quiet}>
          Under Offers and skips, only their own rows: never another agent’s name, and no lead that they did not accept.
        </p>
      </section>
    </aside>
  )
}

const HASH_SHOWN = 8

function Chain({ ledger, now, zone }: { ledger: LeadDistribution['ledger']; now: Date; zone: string }) {
  if (ledger.entries === 0 || ledger.since === null) return <p className={classes.quiet}>Nothing was written yet.</p>
  if (ledger.broken_at !== null)
    return (
      <p className={classes.broken} role="alert">
        <IconShieldX size={18} stroke={1.6} aria-hidden /> Broken at entry {ledger.broken_at}
      </p>
    )
  return (
    <p className={classes.whole}>
      <IconShieldCheck size={18} stroke={1.6} aria-hidden />
      <span>
        Unbroken since {shortDay(ledger.since, now, zone)}, checked at {timeOfDay(ledger.checked_at, zone)}
        <small>
          Last entry {ledger.entries} · {ledger.last_hash?.slice(0, HASH_SHOWN)} · server time
        </small>
      </span>
    </p>
  )
}
