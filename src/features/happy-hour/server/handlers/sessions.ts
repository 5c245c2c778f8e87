import type { Handlers } from '../../../../platform/server/calls/handlers.ts'
import type { ReadContext } from '../../../../platform/server/context.ts'
import { notFound } from '../../../../platform/server/errors.ts'
import { instantText } from '../../../../platform/wire/fields.ts'
import { viewedHomes } from '../../../claiming/server/queries/claims.ts'
import { countPool } from '../../../distribution/server/queries/pool.ts'
import { dayIn } from '../../../quotas/rules/limits.ts'
import type { HappyHourSession, happyHourCalls, NextLead } from '../../contract.ts'
import { isActiveAt } from '../../rules/session.ts'
import { agentAtClock, claimNext, endSession, proposals, skipLead, startSession } from '../commands/sessions.ts'
import { type Current, currentOf, refusalOf, sessionAnswer } from '../queries/current.ts'
import { mayJoin, openSessions, wantedLeads } from '../queries/settings.ts'
import { boardOf, followUpMinutes, viewedOf } from '../queries/state.ts'

type SessionCalls = 'activeSession' | 'state' | 'start' | 'claim' | 'skip' | 'end'

export const sessionHandlers: Pick<Handlers<typeof happyHourCalls>, SessionCalls> = {
  async activeSession(ctx, { agentId }) {
    if (agentAtClock(ctx.viewer).agentId !== agentId) throw notFound('agent')
    return ownSession(ctx)
  },

  async state(ctx) {
    const agent = agentAtClock(ctx.viewer)
    const current = await currentOf(ctx, agent)
    const nextClaimable = await nextLead(ctx, current)
    return {
      now: instantText(ctx.now),
      isEnabled: current.settings.weekdays.length > 0,
      accessible: await mayJoin(ctx, current.settings, agent.agentId),
      session: sessionAnswer(current, ctx.now, agent.zone),
      outstandingLeads: nextClaimable !== null && refusalOf(current, ctx.now) === null ? 1 : 0,
      awaitsFollowUp: current.rules.follow_up_first && (current.session?.awaitsFollowUp ?? false),
      nextClaimable,
      pool: await countPool(ctx, wantedLeads(ctx, current.rules)),
      participants: await openSessions(ctx),
      board: await boardOf(ctx, dayIn(ctx.now, agent.zone)),
      follow_up_minutes: await followUpMinutes(ctx),
    }
  },

  async start(ctx) {
    await startSession(ctx)
    return ownSession(ctx)
  },

  async claim(ctx, { lead_id }) {
    const claimed = await claimNext(ctx, lead_id ?? null)
    const session = await ownSession(ctx)
    const lead = session.claimedLeads.find(({ id }) => id === claimed)
    if (!lead) throw new Error('A lead that was claimed is not in its session.')
    return { ...session, lead }
  },

  async skip(ctx, { lead_id }) {
    await skipLead(ctx, lead_id)
    return ownSession(ctx)
  },

  async end(ctx) {
    await endSession(ctx)
    return ownSession(ctx)
  },
}

async function ownSession(ctx: ReadContext): Promise<HappyHourSession> {
  const agent = agentAtClock(ctx.viewer)
  return sessionAnswer(await currentOf(ctx, agent), ctx.now, agent.zone)
}

async function nextLead(ctx: ReadContext, current: Current): Promise<NextLead | null> {
  if (current.session === null || !isActiveAt(current.session, ctx.now)) return null
  const [lead] = await proposals(ctx, current, 1)
  if (!lead) return null
  const { id, masked_name, roles_string, price_min, price_max, site, lead_score, created_at, channels } = lead
  const shown = { id, masked_name, roles_string, price_min, price_max, site, lead_score, created_at, channels }
  return {
    ...shown,
    areas: lead.primary_areas,
    more_areas: lead.more_areas,
    viewed: viewedOf(await viewedHomes(ctx, id)),
  }
}
