import type { Change, ReadContext, Viewer, WriteContext } from '../../../../platform/server/context.ts'
import { conflict, forbidden, Refusal } from '../../../../platform/server/errors.ts'
import type { PooledLead } from '../../../claiming/contract.ts'
import { pooledLeads } from '../../../claiming/server/queries/pool.ts'
import { JUST_CLAIMED } from '../../../distribution/rules/states.ts'
import { claimFromPool, type PoolClaim } from '../../../distribution/server/commands/claim.ts'
import { milestoneType } from '../../../milestones/rules.ts'
import { addMilestones } from '../../../milestones/server/commands.ts'
import {
  CLOSED_SENTENCE,
  NO_LEAD_SENTENCE,
  NOT_INVITED_SENTENCE,
  refusalSentences,
  SWITCHED_OFF_SENTENCE,
  sessionEndOf,
} from '../../rules/session.ts'
import { type AtClock, type Current, currentOf, refusalOf } from '../queries/current.ts'
import {
  addSkipped,
  insertClaim,
  insertSession,
  lockSessions,
  type StoredSession,
  writeEnd,
} from '../queries/sessions.ts'
import { mayJoin, wantedLeads } from '../queries/settings.ts'

/** The agent who asks and their clock; refused while the feature is switched off for them. */
export function agentAtClock({ agent_id, features, zone }: Viewer): AtClock {
  if (agent_id === null || !features.has('happy_hour')) throw forbidden(SWITCHED_OFF_SENTENCE)
  return { agentId: agent_id, zone }
}

/** Has everybody look again who shows happy hour. */
export const publishHappyHour = (ctx: Change): void =>
  ctx.changed('happy-hour', [], ['right:is_agent', 'right:view_happy_hour_reports'])

/** Starts a session of the caller; goes on with one that was ended before its time, and leaves a running one as it is. */
export async function startSession(ctx: WriteContext): Promise<void> {
  const agent = agentAtClock(ctx.viewer)
  await lockSessions(ctx, agent.agentId)
  const { settings, open, session } = await currentOf(ctx, agent)
  if (session && session.sessionEnd > ctx.now) {
    if (session.endedAt) await writeEnd(ctx, session.id, null)
  } else {
    if (!open) throw conflict(CLOSED_SENTENCE)
    if (!(await mayJoin(ctx, settings, agent.agentId))) throw forbidden(NOT_INVITED_SENTENCE)
    const ends_at = sessionEndOf(ctx.now, open.end, settings)
    await insertSession(ctx, { agent_id: agent.agentId, settings_id: settings.version, window: open, ends_at })
  }
  publishHappyHour(ctx)
}

/** Ends the session of the caller, if one runs. */
export async function endSession(ctx: WriteContext): Promise<void> {
  const agent = agentAtClock(ctx.viewer)
  await lockSessions(ctx, agent.agentId)
  const { session } = await currentOf(ctx, agent)
  if (!session || session.endedAt || session.sessionEnd <= ctx.now) return
  await writeEnd(ctx, session.id, ctx.now)
  publishHappyHour(ctx)
}

/** The leads that a session proposes, newest first: those that the settings name, without those that were passed over. */
export const proposals = (ctx: ReadContext, { rules, session }: Current, limit: number): Promise<PooledLead[]> =>
  pooledLeads(ctx, { ...wantedLeads(ctx, rules), except: session?.skipped ?? [] }, { limit })

/** How many leads are tried one after the other, where several agents press at once. */
const TRIES = 20

/** Claims the lead that the caller looks at, or the next one; refuses what the rules of the session refuse. */
export async function claimNext(ctx: WriteContext, leadId: number | null): Promise<number> {
  const agent = agentAtClock(ctx.viewer)
  await lockSessions(ctx, agent.agentId)
  const current = await currentOf(ctx, agent)
  const refusal = refusalOf(current, ctx.now)
  if (refusal !== null || current.session === null) throw conflict(refusalSentences[refusal ?? 'not active'])
  const proposed = (await proposals(ctx, current, TRIES)).map(({ id }) => id)
  const claimed = await claimOne(ctx, current, { agentId: agent.agentId, leadId, proposed })
  await recordClaim(ctx, current.session, { agent_id: agent.agentId, lead_id: claimed })
  return claimed
}

/** Claims the lead that was asked for, or the first of the proposals that nobody else gets meanwhile. */
async function claimOne(
  ctx: WriteContext,
  { rules }: Current,
  { agentId, leadId, proposed }: { agentId: number; leadId: number | null; proposed: readonly number[] },
): Promise<number> {
  if (leadId !== null) {
    const [wanted] = await pooledLeads(ctx, { ...wantedLeads(ctx, rules), ids: [leadId] }, { limit: 1 })
    if (!wanted) throw conflict(JUST_CLAIMED)
  }
  for (const lead_id of leadId === null ? proposed : [leadId]) {
    if (await isClaimed(ctx, { lead_id, agent_id: agentId, by: 'happy hour' })) return lead_id
  }
  throw conflict(leadId === null ? NO_LEAD_SENTENCE : JUST_CLAIMED)
}

/** Claims a lead; answers whether nobody else was faster. */
async function isClaimed(ctx: WriteContext, claim: PoolClaim): Promise<boolean> {
  try {
    await claimFromPool(ctx, claim)
    return true
  } catch (error) {
    if (error instanceof Refusal && error.code === 'conflict') return false
    throw error
  }
}

async function recordClaim(
  ctx: WriteContext,
  { id }: StoredSession,
  claim: { agent_id: number; lead_id: number },
): Promise<void> {
  await insertClaim(ctx, { session_id: id, ...claim })
  await addMilestones(ctx, [{ ...claim, milestone_type_id: milestoneType.happyHourClaim }])
  publishHappyHour(ctx)
}

/** Passes over a lead for the rest of the caller's session. */
export async function skipLead(ctx: WriteContext, leadId: number): Promise<void> {
  const agent = agentAtClock(ctx.viewer)
  await lockSessions(ctx, agent.agentId)
  const { session } = await currentOf(ctx, agent)
  if (!session || session.endedAt || session.sessionEnd <= ctx.now) throw conflict(refusalSentences['not active'])
  await addSkipped(ctx, session.id, leadId)
  ctx.changed('happy-hour', [], [`user:${ctx.viewer.user_id}`])
}
