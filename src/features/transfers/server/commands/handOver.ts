import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns/format'
import type { Change, JobName, Viewer, WriteContext } from '../../../../platform/server/context.ts'
import { conflict, invalid, notFound } from '../../../../platform/server/errors.ts'
import type { Skipped } from '../../../bulk/contract.ts'
import { leadsClaimed } from '../../../leads/events.ts'
import { changeAgents } from '../../../leads/server/commands/agents.ts'
import { leadAudience } from '../../../leads/server/commands/audience.ts'
import type { HeldLead } from '../../../leads/server/queries/writes.ts'
import type { Agent } from '../../../people/contract/people.ts'
import { agentsByIds } from '../../../people/server/queries/users.ts'
import type { Transfer } from '../../contract.ts'
import { transfersEnded } from '../../events.ts'
import { mayReject, type TransferKind, tooLateForReceiver, tooLateForSender } from '../../rules.ts'
import {
  type EndedRow,
  type Ending,
  endTransfers,
  insertTransfers,
  latestTransfer,
  lockAnyLead,
  lockMovingLeads,
  type MovingLead,
  pendingOn,
  transferById,
} from '../queries.ts'
import { notifyReceiver, notifySenders } from './notices.ts'

type Writing = Change & { viewer: Viewer }

/** The job that ends an offer when its time is over; only its name, for whoever puts it in. */
export const expiringOffers: JobName<{ lead_id: number }> = { name: 'expire-offer' }

/** What became of leads that were to be handed over. */
export interface HandedOver {
  /** Lead and transfer of each that goes. */
  moved: readonly { lead_id: number; transfer_id: number }[]
  skipped: readonly Skipped[]
  /** Whose those were that went at once. */
  held: readonly HeldLead[]
}

/** The agent to whom leads go; refused under the name of the field that holds the id. */
export async function requireReceiver(ctx: Writing, id: number, field: string): Promise<Agent> {
  const [agent] = await agentsByIds(ctx.db, [id])
  if (!agent) throw invalid({ [field]: ['This agent does not exist.'] })
  if (!agent.is_active) throw invalid({ [field]: [`${field}: ${agent.name} no longer works here.`] })
  return agent
}

/** Sends leads to another agent, who accepts or rejects each. */
export async function sendLeads(ctx: Writing, ids: readonly number[], to: Agent): Promise<HandedOver> {
  const sender = ctx.viewer.agent_id
  const leads = await lockMovingLeads(ctx, ids)
  // Ending an offer passes its lead on: it may be on its way to the next agent then.
  await end(ctx, { lead_ids: leads.map(({ id }) => id), overdue: true }, 'expired')
  const waiting = await pendingOn(ctx, ids)
  const whyNot = (lead: MovingLead): string | null => {
    const pending = waiting.get(lead.id)
    if (lead.is_bogus) return 'flagged as bogus'
    if (lead.agent_id === to.id) return `already with ${to.name}`
    return pending && pending.kind !== 'assignment' ? `already on its way to ${pending.to_name}` : null
  }
  const { going, skipped } = splitApart(ids, leads, whyNot)
  // Whoever sends an assigned lead on has seen it.
  await end(ctx, { lead_ids: going, kinds: ['assignment'] }, 'accepted')
  const given = { from_agent_id: sender, to_agent_id: to.id, sent_by: ctx.author?.user_id ?? null, expires_at: null }
  return { moved: await begin(ctx, { lead_ids: going, kind: 'transfer', ...given }), skipped, held: [] }
}

/** Gives leads to another agent at once, who acknowledges it. What was on its way elsewhere no longer is. */
export async function assignLeads(ctx: Writing, ids: readonly number[], to: Agent): Promise<HandedOver> {
  const leads = await lockMovingLeads(ctx, ids)
  const { going, skipped } = splitApart(ids, leads, lead =>
    lead.is_bogus ? 'flagged as bogus' : lead.agent_id === to.id ? `already with ${to.name}` : null,
  )
  const held = await changeAgents(ctx, going, to.id)
  const given = { from_agent_id: null, to_agent_id: to.id, sent_by: ctx.author?.user_id ?? null, expires_at: null }
  const moved = await begin(ctx, { lead_ids: going, kind: 'assignment', ...given })
  // Whoever accepts a lead knows of it.
  if (to.id === ctx.viewer.agent_id) await end(ctx, { lead_ids: going, to_agent_id: to.id }, 'accepted')
  return { moved, skipped, held }
}

/** Offers a lead without an agent, on which nothing is pending, to one until a certain time; answers the id of the transfer. */
export async function offerLead(
  ctx: Change,
  offer: { lead_id: number; to_agent_id: number; expires_at: Date },
): Promise<number> {
  await lockAnyLead(ctx, offer.lead_id)
  const given = { kind: 'offer', from_agent_id: null, to_agent_id: offer.to_agent_id, sent_by: null } as const
  const [moved] = await begin(ctx, { lead_ids: [offer.lead_id], ...given, expires_at: offer.expires_at.toISOString() })
  if (!moved) throw new Error('An offer that was made is missing.')
  return moved.transfer_id
}

/** Ends the offer of a lead whose time is over, so that the lead can be offered on; one that still runs is left alone. */
export async function endOverdueOffers(ctx: Change, leadId: number): Promise<void> {
  // The lead first, as whoever answers does: in another order the two would wait for each other.
  await lockAnyLead(ctx, leadId)
  await end(ctx, { lead_ids: [leadId], overdue: true }, 'expired')
}

/** Takes the offer of a lead back before it is answered; answers whether there was one. */
export async function withdrawOffer(ctx: Change, leadId: number): Promise<boolean> {
  await lockAnyLead(ctx, leadId)
  const ended = await end(ctx, { lead_ids: [leadId], kinds: ['offer'] }, 'cancelled')
  return ended.length > 0
}

/** The receiver's answer. Of two at once the first counts, and the second hears why it does not. */
export async function decideTransfer(ctx: WriteContext, leadId: number, accept: boolean): Promise<Transfer> {
  const agent = ctx.viewer.agent_id ?? 0
  await lockAnyLead(ctx, leadId)
  const which: Ending = { lead_ids: [leadId], to_agent_id: agent, overdue: false }
  const kinds: readonly TransferKind[] = accept ? ['transfer', 'assignment', 'offer'] : ['transfer', 'offer']
  const [ended] = await end(ctx, { ...which, kinds }, accept ? 'accepted' : 'rejected')
  if (!ended) throw await tooLate(ctx, leadId, accept)
  // Only those who hold a lead may give it: what left the sender meanwhile was ended with it.
  if (accept && mayReject(ended)) await changeAgents(ctx, [leadId], agent)
  if (accept && ended.kind === 'offer')
    await leadsClaimed.emit(ctx, { leads: [{ id: leadId, agent_id: agent }], by: 'offer' })
  return transferById(ctx, ended.id)
}

async function tooLate(ctx: WriteContext, leadId: number, accept: boolean) {
  const agent = ctx.viewer.agent_id ?? 0
  const waiting = (await pendingOn(ctx, [leadId])).get(leadId)
  if (!accept && waiting?.kind === 'assignment' && waiting.to_agent_id === agent)
    return invalid({ accept: ['A lead that was assigned to you cannot be rejected.'] })
  const latest = await latestTransfer(ctx, leadId, { to_agent_id: agent })
  if (!latest) return notFound('lead')
  const taken_at = latest.taken_at && format(new TZDate(latest.taken_at, ctx.viewer.zone), 'h:mm:ss a')
  return conflict(tooLateForReceiver({ ...latest, taken_at }))
}

/** The sender takes a lead back before it is accepted. */
export async function cancelTransfer(ctx: WriteContext, leadId: number): Promise<Transfer> {
  const agent = ctx.viewer.agent_id ?? 0
  await lockAnyLead(ctx, leadId)
  const [ended] = await end(ctx, { lead_ids: [leadId], from_agent_id: agent }, 'cancelled')
  if (ended) return transferById(ctx, ended.id)
  const latest = await latestTransfer(ctx, leadId, { from_agent_id: agent })
  throw latest ? conflict(tooLateForSender(latest)) : notFound('lead')
}

/** Acknowledges every assignment of an agent. */
export async function acknowledgeAll(ctx: WriteContext): Promise<number> {
  const ended = await end(ctx, { to_agent_id: ctx.viewer.agent_id ?? 0, kinds: ['assignment'] }, 'accepted')
  return ended.length
}

/** Ends pending transfers, tells whom they concern, and lets features further up go on. */
export async function end(ctx: Change, which: Ending, state: EndedRow['state']): Promise<EndedRow[]> {
  if (which.lead_ids?.length === 0) return []
  const ended = await endTransfers(ctx, which, state)
  if (ended.length === 0) return []
  publishTransfers(ctx, ended)
  for (const { id, lead_id, kind } of ended.slice(0, MAX_AUDITED))
    ctx.audit({ subject: 'transfer', subject_id: id, before: { lead_id, kind, state: 'pending' }, after: { state } })
  if (ended.length > MAX_AUDITED)
    ctx.audit({ subject: 'transfers', subject_id: null, after: { state, count: ended.length } })
  await notifySenders(ctx, ended.slice(0, MAX_AUDITED))
  await transfersEnded.emit(ctx, { transfers: ended })
  return ended
}

/** Transfers that the audit names one by one. */
const MAX_AUDITED = 200

/** Begins transfers of leads on which nothing is pending. */
async function begin(ctx: Change, given: Parameters<typeof insertTransfers>[1]) {
  const moved = given.lead_ids.length === 0 ? [] : await insertTransfers(ctx, given)
  const { from_agent_id, to_agent_id, kind, expires_at } = given
  publishTransfers(
    ctx,
    moved.map(({ lead_id }) => ({ lead_id, from_agent_id, to_agent_id })),
  )
  for (const { lead_id, transfer_id } of moved.slice(0, MAX_AUDITED))
    ctx.audit({ subject: 'transfer', subject_id: transfer_id, after: { lead_id, kind, from_agent_id, to_agent_id } })
  await notifyReceiver(ctx, { kind, to_agent_id, sent_by: given.sent_by, moved })
  if (expires_at !== null)
    for (const { lead_id } of moved)
      await ctx.enqueue(expiringOffers, { lead_id }, { startAfter: new Date(expires_at) })
  return moved
}

/** What may go, and why the others stay. */
function splitApart(ids: readonly number[], leads: readonly MovingLead[], whyNot: (lead: MovingLead) => string | null) {
  const reasons = new Map<string, number>()
  const skip = (reason: string, count = 1) => reasons.set(reason, (reasons.get(reason) ?? 0) + count)
  const going = leads.flatMap(lead => {
    const reason = whyNot(lead)
    if (reason) skip(reason)
    return reason ? [] : [lead.id]
  })
  const missing = new Set(ids).size - leads.length
  if (missing > 0) skip('gone or no longer yours', missing)
  return { going, skipped: [...reasons].map(([reason, count]) => ({ reason, count })) }
}

const MAX_PUBLISHED = 200

/** Tells both sides, and whoever sees all leads; by lead. */
function publishTransfers(
  ctx: Change,
  moved: readonly { lead_id: number; from_agent_id: number | null; to_agent_id: number }[],
): void {
  if (moved.length === 0) return
  const sides = moved.flatMap(({ from_agent_id, to_agent_id }) => [from_agent_id, to_agent_id])
  const audience = leadAudience(sides.map(agent_id => ({ agent_id })))
  ctx.changed('transfers', moved.length > MAX_PUBLISHED ? [] : moved.map(({ lead_id }) => lead_id), audience)
}
