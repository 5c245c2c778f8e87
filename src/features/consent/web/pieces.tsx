import { useQuery } from '@tanstack/react-query'
import { useNow } from '../../../platform/web/time/now.ts'
import type { LeadRow } from '../../leads/contract/record.ts'
import { withdrawnSentence } from '../../leads/rules.ts'
import type { Channel } from '../contract.ts'
import { allowsCommercial, isClosed, isEndingSoon, refusalSentence, stateLabel, timeLeft } from '../rules.ts'
import classes from './Consent.module.css'
import { consentQuery } from './client.ts'

const MINUTE = 60_000

interface ConsentNoteProps {
  leadId: number
  channel: Channel
  /** What follows when there is none: "These alerts are paused." */
  otherwise: string
  /** What follows when not even a person may write; the same when left out. */
  whenClosed?: string
  /** Says nothing as long as all is well. */
  onlyProblems?: boolean
}

/** Where something is written that needs consent: whether there is one, and for how long. */
export function ConsentNote({
  leadId,
  channel,
  otherwise,
  whenClosed = otherwise,
  onlyProblems = false,
}: ConsentNoteProps) {
  const now = useNow(MINUTE)
  const { data } = useQuery(consentQuery(leadId))
  if (!data) return null
  const standing = data[channel]
  const isAllowed = allowsCommercial(standing)
  const ending = standing.until && isEndingSoon(standing.until, now) ? `, ${timeLeft(standing.until, now)}` : ''
  if (onlyProblems && isAllowed && ending === '') return null
  return (
    <p className={classes.note} data-refused={!isAllowed || ending !== '' || undefined}>
      <span className={classes.mark} data-state={standing.state} aria-hidden />
      {isAllowed
        ? `${stateLabel[standing.state]} consent${ending}.`
        : `${refusalSentence(channel, standing)} ${isClosed(standing) ? whenClosed : otherwise}`}
    </p>
  )
}

/** Where a person reaches a lead: in which ways the lead does not want that. Nothing when there are none. */
export function ContactNote({ lead }: { lead: Pick<LeadRow, 'withdrawn_channels'> }) {
  if (lead.withdrawn_channels.length === 0) return null
  return (
    <p className={classes.note} data-refused data-contact role="note">
      <span className={classes.mark} data-state="withdrawn" aria-hidden />
      {withdrawnSentence(...lead.withdrawn_channels)}
    </p>
  )
}
