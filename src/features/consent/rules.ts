import { tz } from '@date-fns/tz'
import { addMonths } from 'date-fns'
import { contactChannels, withdrawnSentence } from '../leads/rules.ts'
import type { Channel, ConsentBasis, ConsentKind, ConsentState } from './contract.ts'

export const channelLabel: Readonly<Record<Channel, string>> = { email: 'E-mail', text: 'Text', call: 'Call' }
export const stateLabel: Readonly<Record<ConsentState['state'], string>> = {
  express: 'Express',
  implied: 'Implied',
  withdrawn: 'Withdrawn',
  none: 'None',
}

/** How many months an implied consent holds: half a year after an inquiry, two years after a deal. */
export const impliedMonths: Readonly<Record<ConsentBasis, number>> = { inquiry: 6, deal: 24 }

/** When an implied consent ends. */
export const consentEnd = (basis: ConsentBasis, givenAt: Date): Date =>
  new Date(addMonths(givenAt, impliedMonths[basis], { in: tz('UTC') }).getTime())

interface Entry {
  kind: ConsentKind
  given_at: string
  expires_at: string | null
}

/**
 * How a channel stands at a moment. Entries come in the order in which they were given. A withdrawal ends everything before
 * it; what is implied never takes an express consent's place.
 */
export function consentAt(entries: readonly Entry[], now: Date): ConsentState {
  const withdrawn = entries.findLastIndex(({ kind }) => kind === 'withdrawn')
  const since = entries.slice(withdrawn + 1)
  if (since.some(({ kind }) => kind === 'express')) return { state: 'express', until: null }
  const until = since
    .flatMap(({ expires_at }) => expires_at ?? [])
    .reduce((latest, end) => (Date.parse(end) > Date.parse(latest) ? end : latest), now.toISOString())
  if (Date.parse(until) > now.getTime()) return { state: 'implied', until }
  return { state: withdrawn === -1 ? 'none' : 'withdrawn', until: null }
}

/** How each channel stands at a moment, by the entries of all of them in the order in which they were given. */
export function standingOf(
  entries: readonly (Entry & { channel: Channel })[],
  now: Date,
): Record<Channel, ConsentState> {
  const stateOf = (channel: Channel) =>
    consentAt(
      entries.filter(entry => entry.channel === channel),
      now,
    )
  return { email: stateOf('email'), text: stateOf('text'), call: stateOf('call') }
}

const DAY = 86_400_000
/** From here on somebody should ask for an express consent. */
const SOON_DAYS = 30

const daysLeft = (until: string, now: Date): number => Math.ceil((Date.parse(until) - now.getTime()) / DAY)

/** Whether an implied consent ends within 30 days. */
export const isEndingSoon = (until: string, now: Date): boolean => daysLeft(until, now) <= SOON_DAYS

/** "23 days left", "5 months left". */
export function timeLeft(until: string, now: Date): string {
  const days = daysLeft(until, now)
  if (days <= 1) return 'last day'
  return days < 60 ? `${days} days left` : `${Math.floor(days / 30.44)} months left`
}

/** Whether commercial messages may go out. */
export const allowsCommercial = ({ state }: ConsentState): boolean => state === 'express' || state === 'implied'

/** Why none may go out. */
export const refusalSentence = (channel: Channel, { state }: ConsentState): string =>
  state === 'withdrawn' ? withdrawnSentence(channel) : `No valid ${channelLabel[channel].toLowerCase()} consent.`

/**
 * The channels on which a person may not reach a lead either. What a person writes to one lead is not commercial and needs
 * no consent; but who took it back is left alone.
 */
export const withdrawnChannels = (standing: Readonly<Record<Channel, ConsentState>>): Channel[] =>
  contactChannels.filter(channel => standing[channel].state === 'withdrawn')
