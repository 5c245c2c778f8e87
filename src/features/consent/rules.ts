import { tz } from '@date-fns/tz'
import { addMonths } from 'date-fns'
import { contactChannels, withdrawnSentence } from '../leads/rules.ts'
import type { Channel, ConsentBasis, ConsentEntry, ConsentKind, ConsentState, WithdrawalScope } from './contract.ts'

/** The laws by which consent is kept, each with the day since which it holds. */
export const consentLaw = {
  consent: { label: 'Canada’s anti-spam law, section 6: consent before a commercial message', since: '2014-07-01' },
  implied: {
    label: 'Canada’s anti-spam law, section 10: implied for 6 months after an inquiry and 2 years after a deal',
    since: '2014-07-01',
  },
  withdrawal: { label: 'Canada’s anti-spam law, section 11: a withdrawal is honoured', since: '2014-07-01' },
  doNotCall: { label: 'Unsolicited Telecommunications Rules: national do-not-call list', since: '2008-09-30' },
  ownDoNotCall: {
    label: 'Unsolicited Telecommunications Rules: the caller’s own do-not-call list',
    since: '2008-09-30',
  },
} as const

export const channelLabel: Readonly<Record<Channel, string>> = { email: 'E-mail', text: 'Text', call: 'Call' }
export const stateLabel: Readonly<Record<ConsentState['state'], string>> = {
  express: 'Express',
  implied: 'Implied',
  withdrawn: 'Withdrawn',
  none: 'None',
}

/** What a withdrawal of e-mail ends. */
export const scopeLabel: Readonly<Record<WithdrawalScope, string>> = {
  commercial: 'Commercial e-mail',
  all: 'No e-mail at all',
}

/** How many months an implied consent holds: half a year after an inquiry, two years after a deal. */
export const impliedMonths: Readonly<Record<ConsentBasis, number>> = { inquiry: 6, deal: 24 }

/** When an implied consent ends. */
export const consentEnd = (basis: ConsentBasis, givenAt: Date): Date =>
  new Date(addMonths(givenAt, impliedMonths[basis], { in: tz('UTC') }).getTime())

interface Entry {
  kind: ConsentKind
  covers: WithdrawalScope | null
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
  if (since.some(({ kind }) => kind === 'express')) return { state: 'express', covers: null, until: null }
  const until = since
    .flatMap(({ expires_at }) => expires_at ?? [])
    .reduce((latest, end) => (Date.parse(end) > Date.parse(latest) ? end : latest), now.toISOString())
  if (Date.parse(until) > now.getTime()) return { state: 'implied', covers: null, until }
  const last = entries[withdrawn]
  return { state: last ? 'withdrawn' : 'none', covers: last?.covers ?? null, until: null }
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
export function refusalSentence(channel: Channel, { state, covers }: ConsentState): string {
  if (state !== 'withdrawn') return `No valid ${channelLabel[channel].toLowerCase()} consent.`
  return covers === 'commercial' ? 'This lead has unsubscribed from commercial e-mail.' : withdrawnSentence(channel)
}

/** Whether nobody may write to the lead, not even in answer to what the lead asked for. */
export const isClosed = ({ state, covers }: ConsentState): boolean => state === 'withdrawn' && covers === 'all'

/**
 * The channels on which a person may not reach a lead either. What a person writes to one lead is not commercial and needs
 * no consent; but whoever wants no message at all is left alone.
 */
export const withdrawnChannels = (standing: Readonly<Record<Channel, ConsentState>>): Channel[] =>
  contactChannels.filter(channel => isClosed(standing[channel]))

/** When the first implied consent to e-mail or texts ends; `null` when none does. Calls by people need no such consent. */
export function firstEnd({ email, text }: Readonly<Record<Channel, ConsentState>>): string | null {
  const ends = [email.until, text.until].filter(until => until !== null)
  return ends.toSorted((one, other) => Date.parse(one) - Date.parse(other))[0] ?? null
}

/** What a consent is told from, as the page of a lead shows it. */
export type ClockEntry = Pick<
  ConsentEntry,
  'channel' | 'kind' | 'basis' | 'source' | 'evidence' | 'given_at' | 'expires_at'
>

/**
 * The line of the ledger by which a channel stands as it does: the withdrawal, the express consent, or the implied one that ends
 * last. Entries newest first; `null` where nothing holds.
 */
export function decidingEntry<Entry extends ClockEntry>(
  entries: readonly Entry[],
  channel: Channel,
  { state, until }: ConsentState,
): Entry | null {
  const own = entries.filter(entry => entry.channel === channel)
  if (state === 'none') return null
  if (state !== 'implied') return own.find(({ kind }) => kind === state) ?? null
  return own.find(({ kind, expires_at }) => kind === 'implied' && expires_at === until) ?? null
}

/** Why a channel stands as it does: "Inquiry on Jun 2: Website form". The day is written by the caller. */
export function whyText({ kind, basis, source }: ClockEntry, day: string): string {
  const what = { inquiry: 'Inquiry', deal: 'Deal' }
  const begins = basis ? what[basis] : kind === 'express' ? 'Given' : 'Withdrawn'
  return `${begins} on ${day}: ${source}`
}

/** What gives a channel a longer or a new consent; `null` of one about which nothing was ever said. */
export function renewalText({ state, covers }: ConsentState): string | null {
  if (state === 'none') return null
  if (state === 'express') return 'Holds until the lead withdraws it.'
  if (state === 'withdrawn')
    return covers === 'all'
      ? 'Only the lead can give it again.'
      : 'The lead can give it again; a new inquiry also counts.'
  return 'A new inquiry renews it for 6 months, a deal for 2 years.'
}
