import { addMinutes } from 'date-fns/addMinutes'
import type { Change } from '../../../../platform/server/context.ts'
import { instantText } from '../../../../platform/wire/fields.ts'
import { leadAudience } from '../../../leads/server/commands/audience.ts'
import { quotaTypeOf } from '../../../quotas/rules/quotaTypes.ts'
import { offerLead } from '../../../transfers/server/commands/handOver.ts'
import { isAnyPending } from '../../../transfers/server/queries.ts'
import { type AgentState, type DecisionInput, decide } from '../../rules/decide.ts'
import type { RecordedDecision } from '../../rules/record.ts'
import { type DistributionState, poolReason } from '../../rules/states.ts'
import { appendEntry } from '../queries/ledger.ts'
import { askedInRound, insertOffer, leftOut } from '../queries/offers.ts'
import { distributionSettings } from '../queries/settings.ts'
import { type DistributedLead, lockDecisions, lockDistributed, stateOf, writeState } from '../queries/states.ts'
import { inputFor } from './input.ts'
import { notifyOfOffer } from './notices.ts'
import { takeFor } from './quota.ts'

/** What became of a lead that was to be distributed. */
export interface Distributed {
  state: DistributionState
  /** To whom it is offered, or whose it is; `null` in the pool or at rest. */
  agent_id: number | null
}

interface DistributeOptions {
  /** Begins a new round, with everybody but these. Left out, a lead that stands somewhere already stays there. */
  leave_out?: readonly number[]
  /** The listing that the lead came for, by the number of the listing service. */
  asked_about?: string | null
}

/**
 * Sends a lead on its way to an agent: offers it to the first in the order, or puts it into the pool when nobody is eligible.
 * A lead that has an agent stays with them, which is what a returning person gets; one that is offered or pooled stays so.
 */
export async function distributeLead(ctx: Change, id: number, options: DistributeOptions = {}): Promise<Distributed> {
  const lead = await lockDistributed(ctx, id)
  if (!lead || lead.is_gone) return { state: 'resting', agent_id: null }
  if (lead.agent_id !== null) return { state: 'owned', agent_id: lead.agent_id }
  const before = await stateOf(ctx, id)
  const isUnderWay = before?.state === 'offered' || before?.state === 'pooled'
  if (isUnderWay && !options.leave_out) return { state: before.state, agent_id: null }
  const round = (before?.round ?? 0) + 1
  const asked_about = options.asked_about ?? before?.asked_about ?? null
  return askNext(ctx, lead, { round, left_out: options.leave_out ?? [], asked_about })
}

/** Goes on with a lead whose offer ended without an agent: asks the next one, or puts it into the pool. */
export async function passOn(ctx: Change, id: number): Promise<void> {
  const lead = await lockDistributed(ctx, id)
  const before = await stateOf(ctx, id)
  // Whoever found the lead without an offer may have been overtaken: then somebody is asked already.
  if (!lead || before?.state !== 'offered' || (await isAnyPending(ctx, id))) return
  if (lead.is_gone) await rest(ctx, lead, before.round, 'The lead is gone')
  else if (lead.agent_id !== null) await writeOwned(ctx, lead, before.round, 'Given to an agent')
  else {
    const { round, asked_about } = before
    await askNext(ctx, lead, { round, left_out: await leftOut(ctx, id, round), asked_about })
  }
}

/** Leads that are not offered by themselves wait until somebody offers them. */
export async function rest(ctx: Change, lead: DistributedLead, round: number, why: string): Promise<void> {
  await writeState(ctx, { lead_id: lead.id, state: 'resting', lead_type: quotaTypeOf(lead.roles), round, why })
  await appendEntry(ctx, { lead_id: lead.id, kind: 'resting', content: { why } })
  publishDistribution(ctx, lead.id)
}

/** The lead is an agent's. */
export async function writeOwned(ctx: Change, lead: DistributedLead, round: number, why: string): Promise<void> {
  await writeState(ctx, { lead_id: lead.id, state: 'owned', lead_type: quotaTypeOf(lead.roles), round, why })
  publishDistribution(ctx, lead.id)
}

interface Round {
  round: number
  left_out: readonly number[]
  asked_about: string | null
}

/** Decides, and offers to the first who still has quota; the decision and all it looked at go into the ledger. */
async function askNext(
  ctx: Change,
  lead: DistributedLead,
  { round, left_out, asked_about }: Round,
): Promise<Distributed> {
  await lockDecisions(ctx)
  const type = quotaTypeOf(lead.roles)
  const settings = await distributionSettings(ctx)
  const asked = await askedInRound(ctx, lead.id, round)
  const base = { lead_id: lead.id, lead_type: type, round, asked_about }
  const outcomes = asked.flatMap(({ outcome }) => outcome ?? [])
  if (asked.length >= settings.max_agents) return pool(ctx, { ...base, why: poolReason(outcomes) })
  const before = asked.map(({ agent_id }) => agent_id)
  const input = await inputFor(ctx, lead, { asked: before, left_out, settings, asked_about })
  const { chosen, use_id, ...made } = await firstWithQuota(ctx, lead.id, input)
  const content: RecordedDecision = { round, ...made, chosen: chosen?.agent_id ?? null }
  await appendEntry(ctx, { lead_id: lead.id, kind: 'decided', agent_id: content.chosen, content })
  if (!chosen) return pool(ctx, { ...base, why: poolReason(outcomes) })
  const { agent_id } = chosen
  const expires_at = addMinutes(ctx.now, settings.offer_minutes)
  const transfer_id = await offerLead(ctx, { lead_id: lead.id, to_agent_id: agent_id, expires_at })
  const times = { offered_at: instantText(ctx.now), expires_at: instantText(expires_at) }
  const place = asked.length + 1
  const offer_id = await insertOffer(ctx, {
    lead_id: lead.id,
    agent_id,
    transfer_id,
    round,
    place,
    why: chosen.reason,
    use_id,
    ...times,
  })
  await appendEntry(ctx, { lead_id: lead.id, kind: 'offered', agent_id, offer_id, content: { place, ...times } })
  await writeState(ctx, { ...base, state: 'offered', why: chosen.reason })
  publishDistribution(ctx, lead.id)
  await notifyOfOffer(ctx, { offer_id, agent_id, lead, areas: Object.values(input.names.areas), expires_at })
  ctx.changed('offers', [offer_id], [`agent:${agent_id}`])
  publishPool(ctx, lead.id)
  return { state: 'offered', agent_id }
}

/** Puts a lead into the claim pool, with why it is there. */
export async function pool(
  ctx: Change,
  state: { lead_id: number; lead_type: 'buyer' | 'rental'; round: number; why: string; asked_about?: string | null },
): Promise<Distributed> {
  await writeState(ctx, { ...state, state: 'pooled' })
  await appendEntry(ctx, { lead_id: state.lead_id, kind: 'pooled', content: { why: state.why } })
  publishDistribution(ctx, state.lead_id)
  publishPool(ctx, state.lead_id)
  return { state: 'pooled', agent_id: null }
}

/**
 * Takes quota of the first agent in the order. Claims use quota without waiting for decisions, so a limit may have been reached
 * since it was read: then the decision is made again with that.
 */
async function firstWithQuota(ctx: Change, lead_id: number, given: DecisionInput) {
  let input = given
  for (;;) {
    const decision = decide(input, ctx.now)
    const [first] = decision.eligible
    const type = input.lead.type
    if (!first) return { input, decision, chosen: null, use_id: null }
    const use_id = await takeFor(ctx, { agent_id: first.agent_id, lead_id, type })
    if (use_id !== null) return { input, decision, chosen: first, use_id }
    input = { ...input, agents: input.agents.map(agent => (agent.id === first.agent_id ? usedUp(agent) : agent)) }
  }
}

const usedUp = (agent: AgentState): AgentState => {
  const limit = agent.week.limit ?? agent.week.used
  return { ...agent, week: { used: Math.max(limit, agent.week.used), limit } }
}

/** Lets those who see all leads fetch the distribution of a lead again. */
export const publishDistribution = (ctx: Change, leadId: number): void =>
  ctx.changed('distribution', [leadId], leadAudience([]))

/** Lets whoever looks into the pool fetch it again. */
export const publishPool = (ctx: Change, leadId: number): void => ctx.changed('pool', [leadId], ['right:view_leads'])
