import { Button } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Ring } from '../../../../platform/ui/marks/Ring.tsx'
import { PanelSection } from '../../../../platform/ui/pieces.tsx'
import { serverSentence } from '../../../../platform/web/calls/apiErrors.ts'
import { useShownError } from '../../../../platform/web/page/failedParts.ts'
import { useNow } from '../../../../platform/web/time/now.ts'
import { countdown } from '../../../../platform/wire/clock.ts'
import { leadSlug } from '../../../leads/rules.ts'
import type { LeadPanelProps } from '../../../leads/web/extensions.ts'
import { useSession } from '../../../people/web/client/viewer.ts'
import type { LeadDistribution, LedgerOffer } from '../../contract.ts'
import { distributionQuery } from '../client.ts'
import classes from './Ledger.module.css'
import panelClasses from './Panel.module.css'
import { outcomeText, usedSeconds, usedShare } from './wording.ts'

/** Of a lead's page, for administrators: to whom it was offered, and the way to the whole story. */
export function LeadDistributionPanel({ lead }: LeadPanelProps) {
  const { user } = useSession()
  return user?.is_admin ? <Rounds lead={lead} /> : null
}

function Rounds({ lead }: Pick<LeadPanelProps, 'lead'>) {
  const { data, error, refetch } = useQuery(distributionQuery(lead.id))
  useShownError(data ? null : error)
  if (error && !data)
    return (
      <PanelSection title="Distribution">
        <p className={classes.failed} role="alert">
          {serverSentence(error, 'We couldn’t load how this lead was distributed.')}{' '}
          <Button size="compact-xs" variant="subtle" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      </PanelSection>
    )
  // A lead that always had its agent has no story to tell.
  if (!data || (data.ledger.entries === 0 && data.state === 'owned')) return null
  return (
    <PanelSection
      title="Distribution"
      count={data.offers.length}
      action={
        <Link to="/distribution/$slug" params={{ slug: leadSlug(lead) ?? '' }} className={panelClasses.open}>
          Open
        </Link>
      }
    >
      <ul className={panelClasses.rings}>
        {data.offers.map(offer => (
          <OfferRing key={offer.id} offer={offer} />
        ))}
      </ul>
      <Standing distribution={data} />
    </PanelSection>
  )
}

const RING = 24

function OfferRing({ offer }: { offer: LedgerOffer }) {
  const now = useNow(1000)
  const time = countdown(usedSeconds(offer, now))
  return (
    <li data-outcome={offer.outcome}>
      <Ring size={RING} turn={usedShare(offer, now)} label={`${time} used`} color={ringColor(offer)} />
      <span>{offer.agent.name}</span>
      <span className={classes.quiet}>
        {outcomeText(offer)}, {time}
      </span>
    </li>
  )
}

/** Blue while it runs and when it was answered, green when it was accepted, ink where nobody answered. */
export const ringColor = ({ outcome }: LedgerOffer): string =>
  outcome === 'accepted' ? 'var(--kt-green-dot)' : outcome === 'expired' ? 'var(--kt-ink-2)' : 'var(--kt-accent)'

function Standing({ distribution: { state, why } }: { distribution: LeadDistribution }) {
  if (state === 'pooled')
    return (
      <p className={panelClasses.standing}>
        <IconHandStop size={16} stroke={1.6} aria-hidden /> In the claim pool. {why}.
      </p>
    )
  return state === 'resting' ? <p className={panelClasses.standing}>Not offered. {why}.</p> : null
}
