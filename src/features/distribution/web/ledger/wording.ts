import { countdown } from '../../../../platform/wire/clock.ts'
import type { LeadDistribution, LedgerOffer } from '../../contract.ts'
import { type RejectReason, rejectReasons } from '../../rules/states.ts'

const seconds = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 1000

/** How long an offer ran, in seconds; one that still runs up to now. */
export const usedSeconds = ({ offered_at, answered_at, expires_at }: LedgerOffer, now: Date): number => {
  const end = answered_at ?? new Date(Math.min(now.getTime(), Date.parse(expires_at))).toISOString()
  return Math.max(0, Math.min(seconds(offered_at, end), seconds(offered_at, expires_at)))
}

/** The share of its time that an offer used, 0 to 1. */
export const usedShare = (offer: LedgerOffer, now: Date): number =>
  usedSeconds(offer, now) / Math.max(1, seconds(offer.offered_at, offer.expires_at))

const outcomeTexts = {
  accepted: 'accepted',
  rejected: 'rejected',
  expired: 'no answer',
  withdrawn: 'taken back',
} as const

/** How an offer ended, as the last of its receipts says it. */
export const outcomeText = ({ outcome }: LedgerOffer): string => (outcome === null ? 'waiting' : outcomeTexts[outcome])

/** Why the agent rejected, in their words where they wrote some. */
export function rejectText({ reject_reason, reject_note }: LedgerOffer): string | null {
  if (reject_note) return `“${reject_note}”`
  const reason = reject_reason as RejectReason | null
  return reason && reason in rejectReasons ? rejectReasons[reason] : null
}

/** 1.9 s, 42 s, 19 min 52 s. */
export function spanText(from: string, to: string): string {
  const span = Math.max(0, seconds(from, to))
  if (span < 10) return `${span.toFixed(1)} s`
  if (span < 60) return `${Math.round(span)} s`
  const minutes = Math.floor(span / 60)
  if (minutes < 60) return `${minutes} min ${Math.round(span % 60)} s`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} days`
}

/** The minutes of an offer as a clock shows them. */
export const allowed = (minutes: number): string => countdown(minutes * 60)

const numbers = ['No', 'One', 'Two', 'Three', 'Four', 'Five']
const agentsAsked = (count: number): string =>
  `${numbers[count] ?? count} ${count === 1 ? 'agent was' : 'agents were'} asked`

/** What happened, in one sentence or two. */
export function inShort({ state, agent, offers, why, signed_up_at }: LeadDistribution): string {
  const accepted = offers.findLast(({ outcome }) => outcome === 'accepted')
  const before = offers.filter(({ outcome }) => outcome !== 'accepted').length
  const others = before === 0 ? '' : ` ${agentsAsked(before)} before.`
  if (state === 'owned') {
    if (accepted && accepted.agent.id === agent?.id)
      return `${accepted.agent.name} took this lead after ${spanText(signed_up_at, accepted.answered_at ?? signed_up_at)}.${others}`
    return `${agent?.name ?? 'An agent'} has this lead.${others}`
  }
  if (state === 'offered') {
    const open = offers.findLast(({ outcome }) => outcome === null)
    return `Waiting for ${open?.agent.name ?? 'an agent'}.${others}`
  }
  if (state === 'pooled') return `In the claim pool: ${why.charAt(0).toLowerCase()}${why.slice(1)}.`
  return `At rest: ${why.charAt(0).toLowerCase()}${why.slice(1)}.`
}
