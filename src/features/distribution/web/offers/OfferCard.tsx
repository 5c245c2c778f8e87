import { ActionIcon, Button } from '@mantine/core'
import {
  IconChevronUp,
  IconMail,
  IconMailOff,
  IconMessage,
  IconMessageOff,
  IconPhone,
  IconPhoneOff,
} from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Ring } from '../../../../platform/ui/marks/Ring.tsx'
import { KeyHint } from '../../../../platform/ui/pieces.tsx'
import { sentenceOf } from '../../../../platform/web/calls/apiErrors.ts'
import { useIsAtWork } from '../../../../platform/web/page/atWork.ts'
import { keepNoticesAbove } from '../../../../platform/web/page/keepNoticesAbove.ts'
import { useShortcuts } from '../../../../platform/web/page/keys.ts'
import { notify } from '../../../../platform/web/page/notices.ts'
import { printedKeys } from '../../../../platform/web/page/printedKeys.ts'
import { ago, timeOfDay } from '../../../../platform/web/time/time.ts'
import { useIsWide } from '../../../../platform/web/viewport.ts'
import { countdown } from '../../../../platform/wire/clock.ts'
import { leadPagePath } from '../../../leads/rules.ts'
import { useViewer } from '../../../leads/web/client/useViewer.ts'
import { addedText } from '../../../transfers/web/pieces.tsx'
import type { Offer } from '../../contract.ts'
import type { RejectReason } from '../../rules/states.ts'
import { acceptOffer, rejectOffer } from '../client.ts'
import { announcement } from './announcements.ts'
import classes from './OfferCard.module.css'
import { OfferMap } from './OfferMap.tsx'
import { OfferStrip } from './OfferStrip.tsx'
import { RejectReasons } from './RejectReasons.tsx'
import { offerSummary } from './summary.ts'

interface OfferCardProps {
  offer: Offer
  /** Offers that wait behind this one. */
  behind: number
  /** By the clock of the server. */
  now: Date
  /** The answer came too late, and why. */
  onLate(sentence: string): void
}

const group = 'Offered lead'
const WIDE_RING = 72
const PHONE_RING = 132

/** A lead that is offered to the person: what may be known of it, what is left of the time, and the two answers. */
export function OfferCard({ offer, behind, now, onLate }: OfferCardProps) {
  const { zone } = useViewer()
  const wide = useIsWide()
  const [isRejecting, setRejecting] = useState(false)
  // Whoever turned to the card has it before them, also while they write the reason; whoever folded it has not.
  const [chosen, choose] = useState<'card' | 'strip' | null>(null)
  const isAtWork = useIsAtWork()
  const { accept, reject } = useAnswers(offer, onLate)
  const isBusy = accept.isPending || reject.isPending
  const askWhy = () => {
    choose('card')
    setRejecting(true)
  }
  useShortcuts([
    { keys: 'alt+a', label: 'Accept', group, run: () => !isBusy && accept.mutate(), whileTyping: true },
    { keys: 'alt+r', label: 'Reject', group, run: askWhy, whileTyping: true },
  ])
  const left = Math.max(0, (Date.parse(offer.expires_at) - now.getTime()) / 1000)
  const whole = (Date.parse(offer.expires_at) - Date.parse(offer.offered_at)) / 1000
  if (chosen === 'strip' || (isAtWork && chosen === null))
    return (
      <OfferStrip offer={offer} left={left} whole={whole} hasFocus={chosen === 'strip'} onShow={() => choose('card')} />
    )
  return (
    <aside
      ref={keepNoticesAbove}
      className={classes.card}
      onFocus={() => choose('card')}
      aria-label="A new lead is offered to you"
    >
      <p className={classes.announced} role="status">
        {announcement(left)}
      </p>
      <header className={classes.head}>
        <Ring size={wide ? WIDE_RING : PHONE_RING} turn={left / Math.max(1, whole)} label={`${countdown(left)} left`}>
          <span className={classes.time}>{countdown(left)}</span>
        </Ring>
        <div className={classes.titles}>
          <h2>A new lead is offered to you</h2>
          <p>{offerSummary(offer)}</p>
        </div>
        <div className={classes.corner}>
          {behind > 0 && <span>{behind} more</span>}
          <ActionIcon aria-label="Fold up" title="Fold up, to get at what is below" onClick={() => choose('strip')}>
            <IconChevronUp size={16} stroke={1.6} />
          </ActionIcon>
        </div>
      </header>
      {isRejecting ? (
        <RejectReasons isBusy={isBusy} onReject={reject.mutate} onBack={() => setRejecting(false)} />
      ) : (
        <>
          <OfferMap areas={offer.areas} />
          <dl className={classes.facts}>
            <dt>Signed up</dt>
            <dd>
              {ago(offer.signed_up_at, now, zone)}
              {offer.site && ` on ${offer.site}`}
            </dd>
            <dt>Why you</dt>
            <dd>{offer.why}</dd>
            <dt>Contact</dt>
            <dd className={classes.contact}>
              Opens when you accept <Channels offer={offer} />
            </dd>
          </dl>
          <div className={classes.buttons}>
            <Button
              size="md"
              loading={accept.isPending}
              disabled={isBusy && !accept.isPending}
              rightSection={wide && <KeyHint keys={printedKeys('alt+a')} />}
              onClick={() => accept.mutate()}
            >
              Accept
            </Button>
            <Button
              size="md"
              variant="default"
              disabled={isBusy}
              rightSection={wide && <KeyHint keys={printedKeys('alt+r')} />}
              onClick={askWhy}
            >
              Reject
            </Button>
          </div>
        </>
      )}
      <p className={classes.foot}>At {timeOfDay(offer.expires_at, zone)} the offer passes to the next agent.</p>
    </aside>
  )
}

/** Accept opens the lead; an answer that comes too late says why. */
function useAnswers(offer: Offer, onLate: (sentence: string) => void) {
  const navigate = useNavigate()
  const onError = (error: Error) => onLate(sentenceOf(error))
  const accept = useMutation({
    mutationFn: () => acceptOffer(offer),
    onError,
    onSuccess: ({ lead }) => {
      notify(addedText(lead))
      void navigate({ to: leadPagePath(lead) })
    },
  })
  const reject = useMutation({
    mutationFn: (answer: { reason: RejectReason; note?: string }) => rejectOffer(offer, answer),
    onError,
    onSuccess: () => void notify('You rejected the lead. It is offered to somebody else.'),
  })
  return { accept, reject }
}

const channels = [
  { key: 'call', label: 'phone', On: IconPhone, Off: IconPhoneOff },
  { key: 'email', label: 'e-mail', On: IconMail, Off: IconMailOff },
  { key: 'text', label: 'text', On: IconMessage, Off: IconMessageOff },
] as const

/** Which ways to reach the person there are. */
function Channels({ offer }: { offer: Offer }) {
  const there = channels.filter(({ key }) => offer.channels[key]).map(({ label }) => label)
  return (
    <span
      className={classes.channels}
      role="img"
      aria-label={there.length > 0 ? `By ${there.join(', ')}` : 'No contact'}
    >
      {channels.map(({ key, On, Off }) => {
        const Icon = offer.channels[key] ? On : Off
        return <Icon key={key} size={16} stroke={1.6} data-off={offer.channels[key] ? undefined : true} aria-hidden />
      })}
    </span>
  )
}
