import { IconHandStop } from '@tabler/icons-react'
import { Ring } from '../../../../platform/ui/marks/Ring.tsx'
import { timeOfDay } from '../../../../platform/web/time/time.ts'
import { countdown } from '../../../../platform/wire/clock.ts'
import type { LeadDistribution, LedgerOffer } from '../../contract.ts'
import { ringColor } from './LeadDistributionPanel.tsx'
import classes from './Ledger.module.css'
import receiptsClasses from './Receipts.module.css'
import { clockTime } from './times.ts'
import { outcomeText, rejectText, usedSeconds, usedShare } from './wording.ts'

interface OfferReceiptsProps {
  offers: readonly LedgerOffer[]
  distribution: LeadDistribution
  now: Date
  zone: string
  /** The decision that the table below shows. */
  chosen: number | null
  onChoose(decision: number): void
}

/** Every offer with its receipts: offered, delivered, seen, answered. A press shows who was looked at for it. */
export function OfferReceipts({ offers, distribution, now, zone, chosen, onChoose }: OfferReceiptsProps) {
  return (
    <section className={receiptsClasses.offers} aria-label="Offers">
      <header className={classes.sectionHead}>
        <h2>
          Offers <span className={classes.count}>{offers.length}</span>
        </h2>
      </header>
      {offers.length === 0 && <p className={classes.empty}>Nobody was offered this lead.</p>}
      <ol>
        {offers.map(offer => (
          <li key={offer.id} className={receiptsClasses.offer} data-chosen={offer.decision === chosen || undefined}>
            <Ring size={56} turn={usedShare(offer, now)} label="Time used" color={ringColor(offer)}>
              <span className={receiptsClasses.used}>{countdown(usedSeconds(offer, now))}</span>
            </Ring>
            <div className={receiptsClasses.asked}>
              <button
                type="button"
                disabled={offer.decision === null}
                onClick={() => offer.decision !== null && onChoose(offer.decision)}
              >
                {offer.agent.name}
              </button>
              <p>{offer.why}</p>
            </div>
            <Receipts offer={offer} zone={zone} />
            {rejectText(offer) && <p className={receiptsClasses.unusual}>{rejectText(offer)}</p>}
          </li>
        ))}
        {distribution.state === 'pooled' && (
          <li className={receiptsClasses.pooled}>
            <IconHandStop size={20} stroke={1.6} aria-hidden /> In the pool since {timeOfDay(distribution.since, zone)}.{' '}
            {distribution.why}.
          </li>
        )}
      </ol>
    </section>
  )
}

function Receipts({ offer, zone }: { offer: LedgerOffer; zone: string }) {
  const steps = [
    { label: 'Offered', at: offer.offered_at, text: offer.entry === null ? '' : `ledger ${offer.entry}` },
    { label: 'Delivered', at: offer.delivered_at, text: 'browser' },
    { label: 'Seen', at: offer.seen_at, text: 'in the app' },
    { label: 'Answered', at: offer.answered_at, text: outcomeText(offer), outcome: offer.outcome },
  ]
  return (
    <dl className={receiptsClasses.receipts}>
      {steps.map(({ label, at, text, outcome }) => (
        <div key={label} data-done={at !== null || undefined} data-outcome={outcome ?? undefined}>
          <dt>{label}</dt>
          <dd>
            <b>{at === null ? (offer.outcome === null ? 'Not yet' : 'Never') : clockTime(at, zone)}</b>
            {(at !== null || outcome !== undefined) && <span>{text}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
