import { useState } from 'react'
import { ToggleChip } from '../../../../platform/ui/pieces.tsx'
import { useNow } from '../../../../platform/web/time/now.ts'
import { ago, timeOfDay } from '../../../../platform/web/time/time.ts'
import type { DistributionDecision, LedgerOffer, LookedAt } from '../../contract.ts'
import classes from './Ledger.module.css'
import lookedAtClasses from './LookedAt.module.css'
import { clockTime } from './times.ts'
import { outcomeText } from './wording.ts'

interface AgentsLookedAtProps {
  decision: DistributionDecision
  offers: readonly LedgerOffer[]
  zone: string
}

type Shown = 'all' | 'offered' | 'eligible' | 'skipped'

/** Skipped agents that are listed before the rest folds. */
const LISTED = 12

/** Everybody whom one decision looked at, with the reason for each. */
export function AgentsLookedAt({ decision, offers, zone }: AgentsLookedAtProps) {
  const now = useNow(60_000)
  const [shown, setShown] = useState<Shown>('all')
  const [isWhole, setWhole] = useState(false)
  const offerOf = (row: LookedAt) =>
    offers.find(({ agent, round }) => agent.id === row.agent.id && round === decision.round)
  const kinds: Readonly<Record<Shown, readonly LookedAt[]>> = {
    all: decision.agents,
    offered: decision.agents.filter(offerOf),
    eligible: decision.agents.filter(row => row.place !== null && !offerOf(row)),
    skipped: decision.agents.filter(row => row.place === null && !offerOf(row)),
  }
  const rows = kinds[shown]
  const folded = isWhole ? 0 : Math.max(0, rows.length - LISTED)
  return (
    <section className={lookedAtClasses.looked} aria-label="Agents looked at">
      <header className={classes.sectionHead}>
        <h2>Agents looked at</h2>
        <div className={lookedAtClasses.kinds}>
          {(Object.keys(kinds) as Shown[]).map(kind => (
            <ToggleChip key={kind} on={shown === kind} onChange={() => setShown(kind)}>
              {kind.charAt(0).toUpperCase() + kind.slice(1)} {kinds[kind].length}
            </ToggleChip>
          ))}
        </div>
        <span className={classes.quiet}>As of {clockTime(decision.at, zone)}</span>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={lookedAtClasses.scroll} aria-label="Table of agents" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Place</th>
              <th scope="col">Agent</th>
              <th scope="col">Rung</th>
              <th scope="col">This week</th>
              <th scope="col">Share</th>
              <th scope="col">Last offer</th>
              <th scope="col">Decision</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, rows.length - folded).map(row => (
              <Row key={row.agent.id} row={row} offer={offerOf(row)} now={now} zone={zone} />
            ))}
          </tbody>
        </table>
      </section>
      {folded > 0 && (
        <button type="button" className={lookedAtClasses.fold} onClick={() => setWhole(true)}>
          {folded} more
        </button>
      )}
    </section>
  )
}

interface RowProps {
  row: LookedAt
  offer: LedgerOffer | undefined
  now: Date
  zone: string
}

function Row({ row, offer, now, zone }: RowProps) {
  const { week, place, last_offer_at } = row
  const said = offer ? `Offered ${timeOfDay(offer.offered_at, zone)}, ${outcomeText(offer)}` : row.reason
  return (
    <tr data-outcome={offer?.outcome ?? undefined} data-skipped={(place === null && !offer) || undefined}>
      <td>{place ?? ''}</td>
      <th scope="row">{row.agent.name}</th>
      <td>{row.rung ?? '–'}</td>
      <td>{week.limit === null ? week.used : `${week.used} / ${week.limit}`}</td>
      <td>{week.limit === null ? '–' : `${Math.round(row.share * 100)} %`}</td>
      <td>{last_offer_at === null ? 'Never' : ago(last_offer_at, now, zone)}</td>
      <td>{place !== null && !offer ? 'Next in line, not needed' : said}</td>
    </tr>
  )
}
