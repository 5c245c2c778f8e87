import { ActionIcon, Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { onDemand } from '../../../platform/ui/onDemand.tsx'
import { PanelSection } from '../../../platform/ui/pieces.tsx'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { useShownError } from '../../../platform/web/page/failedParts.ts'
import { notifyFailure } from '../../../platform/web/page/notices.ts'
import { shortDay } from '../../../platform/web/time/time.ts'
import type { Channel, ConsentEntry, ConsentKind, ConsentState, Consents } from '../contract.ts'
import {
  channelLabel,
  decidingEntry,
  isClosed,
  isEndingSoon,
  renewalText,
  stateLabel,
  timeLeft,
  whyText,
} from '../rules.ts'
import classes from './Consent.module.css'
import { consentQuery, saveProof } from './client.ts'

const ConsentForm = onDemand(async () => (await import('./ConsentForm.tsx')).ConsentForm)

interface ConsentPanelProps {
  lead: { id: number }
  now: Date
  zone: string
}

const channels: readonly Channel[] = ['email', 'text', 'call']

/** How the lead may be reached, and how we know. */
export function ConsentPanel({ lead, now, zone }: ConsentPanelProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [adding, setAdding] = useState<{ channel: Channel; kind: ConsentKind } | null>(null)
  const { data, error, refetch } = useQuery(consentQuery(lead.id))
  useShownError(data ? null : error)
  const { mutate: print, isPending: isPrinting } = useMutation({
    mutationFn: () => saveProof(lead.id),
    onError: failure => notifyFailure(sentenceOf(failure)),
  })
  const history = data?.history ?? []
  return (
    <PanelSection
      title="Consent"
      action={
        <ActionIcon aria-label="Record consent" onClick={() => setAdding({ channel: 'email', kind: 'express' })}>
          <IconPlus size={16} stroke={1.6} />
        </ActionIcon>
      }
    >
      {error && !data && (
        <p className={classes.failure} role="alert">
          {sentenceOf(error)}{' '}
          <Button size="compact-xs" variant="subtle" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      <dl className={classes.channels}>
        {channels.map(channel => (
          <div key={channel} className={classes.channel}>
            <dt>{channelLabel[channel]}</dt>
            <dd>
              {data && <State state={data[channel]} why={whyOf(data, channel, now, zone)} now={now} zone={zone} />}
              {data && !isClosed(data[channel]) && data[channel].state !== 'none' && (
                <button
                  type="button"
                  className={classes.withdraw}
                  aria-label={`Record withdrawal: ${channelLabel[channel]}`}
                  onClick={() => setAdding({ channel, kind: 'withdrawn' })}
                >
                  Withdraw
                </button>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <div className={classes.below}>
        {history.length > 0 && (
          <button type="button" className={classes.unfold} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? 'Hide the history' : `History (${history.length})`}
          </button>
        )}
        {data && (
          <button type="button" className={classes.unfold} disabled={isPrinting} onClick={() => print()}>
            Proof of consent
          </button>
        )}
      </div>
      {isOpen && (
        <ul className={classes.history} aria-label="History of consent">
          {history.map(entry => (
            <Entry key={entry.id} entry={entry} now={now} zone={zone} />
          ))}
        </ul>
      )}
      {adding && <ConsentForm lead={lead} given={adding} onClose={() => setAdding(null)} />}
    </PanelSection>
  )
}

/** What a channel stands by, and what would renew it. */
function whyOf({ history, ...standing }: Consents, channel: Channel, now: Date, zone: string): string[] {
  const entry = decidingEntry(history, channel, standing[channel])
  const why = entry && whyText(entry, shortDay(entry.given_at, now, zone))
  return [why, renewalText(standing[channel])].filter(text => text !== null)
}

interface StateProps {
  state: ConsentState
  why: readonly string[]
  now: Date
  zone: string
}

function State({ state: { state, covers, until }, why, now, zone }: StateProps) {
  return (
    <>
      <span className={classes.mark} data-state={state} aria-hidden />
      {stateLabel[state]}
      {covers === 'commercial' && <span className={classes.quiet}>commercial e-mail</span>}
      {until && (
        <span className={classes.quiet} data-soon={isEndingSoon(until, now) || undefined}>
          until {shortDay(until, now, zone)}, {timeLeft(until, now)}
        </span>
      )}
      {why.map(sentence => (
        <span key={sentence} className={classes.why}>
          {sentence}
        </span>
      ))}
    </>
  )
}

function Entry({ entry, now, zone }: { entry: ConsentEntry; now: Date; zone: string }) {
  const { channel, kind, covers, basis, source, evidence, given_at, expires_at, author } = entry
  const what = [
    channelLabel[channel],
    stateLabel[kind].toLowerCase(),
    covers === 'commercial' && 'for commercial e-mail',
    basis && `by ${basis}`,
  ]
    .filter(Boolean)
    .join(' ')
  return (
    <li>
      <p>
        {what}, {shortDay(given_at, now, zone)}
        {expires_at && ` to ${shortDay(expires_at, now, zone)}`}
      </p>
      <p>{[source, evidence, author && `recorded by ${author.name}`].filter(Boolean).join(' · ')}</p>
    </li>
  )
}
