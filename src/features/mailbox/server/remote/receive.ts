import type { MessageHeaders } from '../../../../integrations/gmail/messages.ts'
import type { Change, Viewer } from '../../../../platform/server/context.ts'
import { foldEmail } from '../../../leads/rules.ts'
import { milestoneType } from '../../../milestones/rules.ts'
import { addMilestones, addQuietMilestones, type NewMilestone } from '../../../milestones/server/commands.ts'
import { countAnswer } from '../../../outbound/server/commands/answers.ts'
import { completePlannedTasks } from '../../../tasks/server/commands/planned.ts'
import { emailReceived } from '../../events.ts'
import { isAutomaticReply, isOwnMessage, isWanted } from '../../rules.ts'
import {
  type AddressedLead,
  insertEmail,
  leadsAt,
  openEmailTask,
  saveMilestone,
  writtenBefore,
} from '../queries/emails.ts'
import type { StoredMailbox } from '../queries/mailboxes.ts'

/** Whose mailbox it is, with what they may see. */
export interface Owner {
  viewer: Viewer
  mailbox: Pick<StoredMailbox, 'user_id' | 'email' | 'connected_at'>
}

const SENT = milestoneType.email * 100 + 1
const RECEIVED = milestoneType.email * 100 + 2

/** A message with the addresses that it is with. */
interface Addressed {
  message: MessageHeaders
  direction: 'in' | 'out'
  /** Folded. */
  keys: readonly string[]
}

/**
 * Stores those of some messages that are from or to a lead whom the owner of the mailbox may see, and nothing of the others. Each
 * stands on the timeline once, however often and from however many mailboxes it comes.
 */
export async function receiveMessages(ctx: Change, owner: Owner, messages: readonly MessageHeaders[]): Promise<void> {
  const addressed = messages.flatMap(message => addressesOf(ctx, owner, message))
  const leads = Map.groupBy(
    await leadsAt(ctx, owner.viewer, [...new Set(addressed.flatMap(({ keys }) => keys))]),
    ({ key }) => key,
  )
  for (const one of addressed.toSorted((a, b) => a.message.sent_at.getTime() - b.message.sent_at.getTime())) {
    const known = new Map(one.keys.flatMap(key => leads.get(key) ?? []).map(lead => [lead.id, lead]))
    for (const lead of known.values()) await storeMessage(ctx, owner, one, lead)
  }
}

const folded = (emails: readonly string[]): string[] => emails.flatMap(email => foldEmail(email) ?? [])

/** Whom a message is with: the sender of what came in, and everybody to whom the owner wrote. */
function addressesOf({ config }: Change, { mailbox }: Owner, message: MessageHeaders): Addressed[] {
  if (!isWanted(message.labels)) return []
  const isSent = message.labels.includes('SENT') || foldEmail(message.from.email) === foldEmail(mailbox.email)
  if (!isSent) return [{ message, direction: 'in', keys: folded([message.from.email]) }]
  const { address } = config.mailFrom
  if (isOwnMessage(message.message_id, address.slice(address.lastIndexOf('@') + 1))) return []
  return [{ message, direction: 'out', keys: folded(message.to) }]
}

async function storeMessage(
  ctx: Change,
  owner: Owner,
  { message, direction }: Addressed,
  lead: AddressedLead,
): Promise<void> {
  const { mailbox, viewer } = owner
  const isAutomatic = isAutomaticReply(message.headers)
  const { provider_id, thread_id, message_id, subject, snippet, sent_at } = message
  const id = await insertEmail(ctx, {
    user_id: mailbox.user_id,
    lead_id: lead.id,
    provider_id,
    thread_id,
    message_id,
    direction,
    subject,
    snippet,
    from_name: message.from.name,
    from_email: message.from.email,
    to_emails: [...message.to],
    is_automatic: isAutomatic,
    sent_at,
  })
  if (id === null) return
  const isPast = sent_at < new Date(mailbox.connected_at)
  const milestone = milestoneOf({ id, lead, message, direction, isAutomatic })
  const by = direction === 'out' ? { ...ctx, author: { user_id: mailbox.user_id, on_behalf_of: null } } : ctx
  const [added] =
    isPast || isAutomatic
      ? await addQuietMilestones(by, [milestone], { isContact: !isAutomatic })
      : await addMilestones(by, [milestone])
  if (added !== undefined) await saveMilestone(ctx, id, added)
  if (isPast || isAutomatic) return
  const task = await openEmailTask(ctx, lead.id, { sent_at, zone: viewer.zone })
  if (task !== null) await completePlannedTasks(ctx, [task])
  if (direction === 'in') {
    const written_at = await writtenBefore(ctx, lead.id, sent_at)
    await countAnswer(ctx, { lead_id: lead.id, channel: 'email', at: sent_at, written_at })
    await emailReceived.emit(ctx, {
      id,
      lead_id: lead.id,
      agent_id: lead.agent_id,
      user_id: mailbox.user_id,
      subject,
      snippet,
    })
  }
}

interface Shown {
  id: number
  lead: AddressedLead
  message: MessageHeaders
  direction: 'in' | 'out'
  isAutomatic: boolean
}

/** How a message stands on the timeline. Without an option nobody counts it as an answer. */
const milestoneOf = ({ id, lead, message, direction, isAutomatic }: Shown): NewMilestone => ({
  lead_id: lead.id,
  agent_id: lead.agent_id,
  milestone_type_id: milestoneType.email,
  milestone_option_id: direction === 'out' ? SENT : isAutomatic ? null : RECEIVED,
  value: message.subject || 'No subject',
  description: isAutomatic && direction === 'in' ? `Automatic reply: ${message.snippet}` : message.snippet,
  message: {
    direction: direction === 'out' ? 'outbound' : 'inbound',
    subject: message.subject,
    email_id: id,
    ...(isAutomatic ? { is_automatic: true } : {}),
  },
  happened_at: message.sent_at.toISOString(),
  model_id: id,
  model_type: 'mailbox_email',
})
