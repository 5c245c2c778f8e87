import type { QueryContext } from '../../../../platform/server/context.ts'
import { emailLink } from '../../../../platform/server/mail/links.ts'
import type { Channel } from '../../../consent/contract.ts'
import { consentAt } from '../../../consent/rules.ts'
import { entriesOf, type KnownEntry } from '../../../consent/server/queries.ts'
import { contactChannels } from '../../../leads/rules.ts'
import type { Reaches, SendingClass } from '../../contract.ts'
import { type Decision, decide, type Intended, type RecipientFacts, type Standing } from '../../rules/decide.ts'
import { commercialToday, hoursTable, recipientFacts } from '../queries/facts.ts'
import { objectionsTo } from './contributions.ts'

/** What is to be sent, and in whose name. */
export interface Intention {
  channel: Channel
  class: SendingClass
  is_marketing?: boolean
  is_by_hand?: boolean
  is_confirmed?: boolean
  /** The agent in whose name it goes; that of each lead when not said. */
  sender_agent_id?: number | null
}

/** A decision, and about whom. */
export interface Decided {
  decision: Decision
  recipient: RecipientFacts
}

/**
 * Decides about messages to many leads at once: what is known of them, what they consented to, what others object, hours and
 * limits, in a fixed number of statements. In the order of `ids`; leads that do not exist are left out. `except` is the sending that is decided again.
 */
export async function decideFor(
  ctx: QueryContext,
  intention: Intention,
  ids: readonly number[],
  except: number | null = null,
): Promise<ReadonlyMap<number, Decided>> {
  const { channel } = intention
  const intended: Intended = {
    channel,
    class: intention.class,
    is_marketing: intention.is_marketing ?? false,
    is_by_hand: intention.is_by_hand ?? false,
    is_confirmed: intention.is_confirmed ?? false,
  }
  const recipients = await recipientFacts(ctx, ids)
  const people = [...recipients.values()].map(({ id, agent_id, email, phone }) => ({
    lead_id: id,
    agent_id,
    email,
    phone,
  }))
  const entries = await entriesOf(ctx, ids, [channel])
  const today = await commercialToday(ctx, { channel, ids, except })
  const hours = await hoursTable(ctx)
  const objections = await objectionsTo(ctx, {
    channel,
    class: intended.class,
    is_by_hand: intended.is_by_hand,
    sender_agent_id: intention.sender_agent_id ?? null,
    people,
  })
  const site = siteReasons(ctx, intended)
  const limit = ctx.config.commercialMessagesPerDay
  const decided = ids.flatMap((id): [number, Decided][] => {
    const recipient = recipients.get(id)
    if (!recipient) return []
    const facts = {
      recipient,
      standing: standingAt(entries.get(id) ?? [], ctx.now),
      objections: objections.get(id) ?? [],
      sent_today: today.get(id) ?? 0,
      limit,
      hours,
      site,
    }
    return [[id, { recipient, decision: decide(intended, facts, ctx.now) }]]
  })
  return new Map(decided)
}

/** How a channel stands, with the entry that took it back. */
function standingAt(entries: readonly KnownEntry[], now: Date): Standing {
  const state = consentAt(entries, now)
  const last = state.state === 'withdrawn' ? entries.findLast(({ kind }) => kind === 'withdrawn') : undefined
  return { ...state, since: last?.given_at ?? null, source: last?.source ?? null }
}

/**
 * A commercial e-mail names its sender and place, and whoever gets it can end it; a text that asks for consent has a link. An installation
 * may lack what that takes.
 */
function siteReasons({ config }: QueryContext, intended: Intended): string[] {
  const isCommercial = intended.class === 'commercial' || intended.class === 'consent_request'
  if (intended.channel === 'text' && intended.class === 'consent_request' && emailLink(config) === null)
    return ['KEYTURN_PUBLIC_URL is not set, so texts to leads cannot carry a link.']
  if (intended.channel !== 'email' || !isCommercial) return []
  return [
    ...(emailLink(config) === null
      ? ['KEYTURN_PUBLIC_URL is not set, so e-mails to leads cannot carry an unsubscribe link.']
      : []),
    ...(config.postalAddress.trim() === ''
      ? ['KEYTURN_POSTAL_ADDRESS is not set, and e-mails to leads must include a postal address.']
      : []),
  ]
}

/** How one lead may be reached now, channel by channel; `null` when there is no such lead. */
export async function reachesOf(
  ctx: QueryContext,
  leadId: number,
  intention: Omit<Intention, 'channel'>,
): Promise<Reaches | null> {
  const reach: Partial<Reaches> = {}
  for (const channel of contactChannels) {
    const decided = (await decideFor(ctx, { ...intention, channel }, [leadId])).get(leadId)
    if (!decided) return null
    reach[channel] = decided.decision
  }
  const { email, text, call } = reach
  return email && text && call ? { email, text, call } : null
}

/** Every reason why a lead may not be sent such a message now; none when they may. */
export async function reasonsAgainstSending(
  ctx: QueryContext,
  intention: Intention,
  leadId: number,
): Promise<string[]> {
  const decided = (await decideFor(ctx, intention, [leadId])).get(leadId)
  if (!decided) return ['This lead was deleted.']
  return decided.decision.refusals.map(({ sentence }) => sentence)
}
