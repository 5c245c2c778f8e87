import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns'
import type { Channel, ConsentState } from '../../consent/contract.ts'
import { allowsCommercial, isClosed, refusalSentence } from '../../consent/rules.ts'
import type { Reach, SendingClass, SendingRefusal, SendingRule } from '../contract.ts'
import { type MarketingFacts, marketingReasons } from './eligibility.ts'
import { type HoursTable, openFrom, openingText } from './hours.ts'
import { sendingRules } from './law.ts'

/** What is to be sent, as far as it decides. */
export interface Intended {
  channel: Channel
  class: SendingClass
  /** From a marketing template: only to leads who may be sent marketing. */
  is_marketing: boolean
  /** A person does it at this moment. */
  is_by_hand: boolean
  /** A person said that it may go although it is outside the hours. */
  is_confirmed: boolean
}

/** What of a lead decides. */
export interface RecipientFacts extends MarketingFacts {
  id: number
  agent_id: number | null
  phone: string | null
  is_phone_valid: boolean
  zone: string
  is_deleted: boolean
  is_bogus: boolean
}

/** Why a channel is closed by somebody else than the lead: a blocked number, a do-not-call list. */
export interface Objection {
  code: 'blocked' | 'do_not_call'
  /** Who and since when: "You blocked +1 416 555 0188 on Nov 3, 2026." */
  sentence: string
  since: string | null
  rule: SendingRule
}

/** How a channel stands by the ledger, and the entry that says so where the lead took it back. */
export interface Standing extends ConsentState {
  since: string | null
  source: string | null
}

/** Everything that a decision needs. */
export interface DecisionFacts {
  recipient: RecipientFacts
  standing: Standing
  objections: readonly Objection[]
  /** Commercial messages on this channel in the last 24 hours. */
  sent_today: number
  limit: number
  hours: HoursTable
  /** What the installation lacks for such a message, a sentence each. */
  site: readonly string[]
}

/** Whether a message may go: now, later, after a question, or not; with every reason in words. */
export type Decision = Reach

const isCommercial = (given: SendingClass): boolean => given === 'commercial' || given === 'consent_request'

/** The address or number that a channel uses; a private one comes first. */
export const addressOf = (channel: Channel, { email, phone }: Pick<RecipientFacts, 'email' | 'phone'>) =>
  channel === 'email' ? email : phone

/** Decides about one message. Reasons against it come first of all; then the hours. */
export function decide(intended: Intended, facts: DecisionFacts, now: Date): Decision {
  const refusals = refusalsOf(intended, facts, now)
  const base = { channel: intended.channel, sentence: null, until: null, ground: null, rule: null }
  const [first] = refusals
  if (first) return { ...base, verdict: 'refuse', refusals, rule: first.rule }
  const open = { ...base, refusals, ground: groundOf(intended, facts.standing) }
  const { zone } = facts.recipient
  const from = hasHours(intended) && !intended.is_confirmed ? openFrom(intended.channel, facts.hours, zone, now) : now
  if (from === null) return { ...open, verdict: 'refuse', ...closedFor(intended.channel) }
  if (from.getTime() <= now.getTime()) return { ...open, verdict: 'send' }
  const rule = intended.channel === 'call' ? sendingRules.callHours : sendingRules.textHours
  const when = openingText(from, zone, now)
  const until = from.toISOString()
  if (intended.is_by_hand)
    return {
      ...open,
      verdict: 'confirm',
      until,
      rule,
      sentence: `It is outside of the hours for calls. They begin at ${when} their time.`,
    }
  return { ...open, verdict: 'wait', until, rule, sentence: `Goes out at ${when} their time.` }
}

/** Calls keep the hours whoever makes them, texts unless a person writes to one lead; e-mails go at any time. */
const hasHours = ({ channel, class: given, is_by_hand }: Intended): boolean =>
  channel === 'call' || (channel === 'text' && (!is_by_hand || isCommercial(given)))

function closedFor(channel: Channel): Pick<Decision, 'refusals' | 'rule' | 'ground'> {
  const rule = channel === 'call' ? sendingRules.callHours : sendingRules.textHours
  const sentence = 'The settings leave no hours for it.'
  return { ground: null, rule, refusals: [{ code: 'site', sentence, since: null, source: null, rule }] }
}

function refusalsOf(intended: Intended, facts: DecisionFacts, now: Date): SendingRefusal[] {
  const { recipient, standing, objections, site } = facts
  const because = (
    code: SendingRefusal['code'],
    sentence: string,
    rule: SendingRule,
    { since = null, source = null }: { since?: string | null; source?: string | null } = {},
  ): SendingRefusal => ({ code, sentence, since, source, rule })
  if (recipient.is_deleted) return [because('gone', 'This lead was deleted.', sendingRules.record)]
  if (recipient.is_bogus) return [because('gone', 'This lead is marked as bogus.', sendingRules.record)]
  const consent = consentRefusal(intended, standing)
  return [
    ...addressReasons(intended.channel, recipient).map(({ code, sentence }) =>
      because(code, sentence, sendingRules.address),
    ),
    ...(intended.is_marketing ? marketingReasons(recipient, now) : []).map(sentence =>
      because('not_eligible', sentence, sendingRules.eligible),
    ),
    ...(consent ? [because(consent.code, consent.sentence, consent.rule, standing)] : []),
    ...objections.map(({ code, sentence, rule, since }) => because(code, sentence, rule, { since })),
    ...(isCommercial(intended.class) && facts.sent_today >= facts.limit
      ? [because('too_many', tooMany(intended.channel, facts.limit), sendingRules.daily)]
      : []),
    ...site.map(sentence => because('site', sentence, sendingRules.identity)),
  ]
}

interface AddressReason {
  code: 'no_address' | 'bad_address'
  sentence: string
}

function addressReasons(channel: Channel, recipient: RecipientFacts): AddressReason[] {
  const isEmail = channel === 'email'
  if (!addressOf(channel, recipient))
    return [{ code: 'no_address', sentence: `This lead has no ${isEmail ? 'e-mail address' : 'phone number'}.` }]
  if (isEmail ? recipient.is_email_valid : recipient.is_phone_valid) return []
  const what = isEmail ? 'e-mail address' : 'phone number'
  return [{ code: 'bad_address', sentence: `The ${what} of this lead does not work.` }]
}

/** A call by a person is no message in the sense of that law: what counts there are the lists of those who want no calls. */
function consentRefusal(
  { channel, class: given, is_by_hand }: Intended,
  standing: Standing,
): { code: 'withdrawn' | 'no_consent'; sentence: string; rule: SendingRule } | null {
  const needsConsent = isCommercial(given) && !(channel === 'call' && is_by_hand)
  const isRefused = needsConsent ? !allowsCommercial(standing) : isClosed(standing)
  if (!isRefused) return null
  const isWithdrawn = standing.state === 'withdrawn'
  return {
    code: isWithdrawn ? 'withdrawn' : 'no_consent',
    sentence: refusalSentence(channel, standing),
    rule: isWithdrawn ? sendingRules.withdrawal : sendingRules.consent,
  }
}

const plural: Readonly<Record<Channel, string>> = { email: 'e-mails', text: 'texts', call: 'calls' }
const tooMany = (channel: Channel, limit: number): string =>
  `This lead was already sent ${limit} automatic ${plural[channel]} within 24 hours.`

/** On what ground a message goes. */
function groundOf({ class: given, channel }: Intended, standing: Standing): string {
  if (given === 'request_answer') return 'Answer to a request'
  if (standing.state === 'express') return 'Express consent'
  if (standing.state === 'implied')
    return standing.until === null ? 'Implied consent' : `Implied consent until ${dayText(standing.until)}`
  return channel === 'call' ? 'Called by a person' : 'Written to this lead by a person'
}

const dayText = (instant: string): string => format(new TZDate(instant, 'UTC'), 'MMM d, yyyy')

/** Every reason of a decision as one text. */
export const reasonText = ({ refusals, sentence }: Pick<Decision, 'refusals' | 'sentence'>): string | null =>
  refusals.length > 0 ? refusals.map(refusal => refusal.sentence).join(' ') : sentence
