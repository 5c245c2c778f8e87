import type { Handlers } from '../../../../platform/server/calls/handlers.ts'
import { pageOfWhole } from '../../../../platform/server/calls/page.ts'
import type { ReadContext, WriteContext } from '../../../../platform/server/context.ts'
import { conflict, invalid, notFound } from '../../../../platform/server/errors.ts'
import type { AgentQuotaRow, NewOverride } from '../../contract/agents.ts'
import type { quotaCalls } from '../../contract/calls.ts'
import { shows } from '../../rules/filters.ts'
import { placeOf } from '../../rules/ladder.ts'
import { type QuotaType, quotaTypes } from '../../rules/quotaTypes.ts'
import { publishQuotas } from '../commands/publish.ts'
import { quotaAgents } from '../queries/agents.ts'
import { laddersInForce, lockLadders } from '../queries/ladders.ts'
import { endOverrideOf, insertOverride, openOverride } from '../queries/overrides.ts'
import { insertHistory, standingsOf, writeStandings } from '../queries/standings.ts'
import { quotasOf } from '../queries/uses.ts'
import { agentDetail } from './agentDetail.ts'
import { agentRows, countsOf } from './agentRows.ts'

export const agentHandlers: Pick<
  Handlers<typeof quotaCalls>,
  'agents' | 'agent' | 'override' | 'endOverride' | 'lift'
> = {
  async agents(ctx, asked) {
    const agents = await quotaAgents(ctx)
    const types = asked.type ? [asked.type] : quotaTypes
    const lists = await Promise.all(
      types.map(type =>
        agentRows(
          ctx,
          agents.filter(({ lead_types }) => lead_types.includes(type)),
          type,
        ),
      ),
    )
    const all = lists.flat()
    const term = asked.search?.toLowerCase() ?? ''
    const found = all.filter(({ name, team }) => `${name} ${team ?? ''}`.toLowerCase().includes(term))
    const page = pageOfWhole(found.filter(shows[asked.filter ?? 'all']), { asked })
    const taking = (type: QuotaType) => agents.filter(({ lead_types }) => lead_types.includes(type)).length
    return {
      ...page,
      counts: countsOf(all),
      types: { buyer: taking('buyer'), rental: taking('rental') },
      week: weekOf(all),
    }
  },

  agent: (ctx, { agentId, type }) => agentDetail(ctx, agentId, type),

  async override(ctx, { agentId, ...asked }) {
    const { type, reason, until } = asked
    await lockLadders(ctx)
    const { rung, ownRung, day } = await checkedOverride(ctx, agentId, asked)
    if (until < day) throw invalid({ until: ['until must be today or later.'] })
    const [before] = await endOverrideOf(ctx, { agent_id: agentId, type })
    const { quota_rule_id: rule_id = null, daily = null, weekly = null } = asked
    const limits = rule_id === null ? { daily, weekly } : { daily: null, weekly: null }
    await insertOverride(ctx, { agent_id: agentId, type, rule_id, ...limits, reason, until })
    await insertHistory(ctx, [{ agent_id: agentId, type, kind: 'override', from_rung: ownRung, to_rung: rung, reason }])
    ctx.audit({
      subject: 'agent quota',
      subject_id: agentId,
      before: before ? { until: before.until, quota_rule_id: before.rule_id } : null,
      after: { type, quota_rule_id: rule_id, ...limits, reason, until },
    })
    publishQuotas(ctx, [agentId])
    return agentDetail(ctx, agentId, type)
  },

  async endOverride(ctx, { agentId, type }) {
    await requireAgent(ctx, agentId)
    const standing = await openOverride(ctx, { agent_id: agentId, type })
    if (!standing) throw conflict('There is no override to end.')
    await endOverrideOf(ctx, { agent_id: agentId, type })
    const ladder = (await laddersInForce(ctx))[type]
    const own = (await standingsOf(ctx, { agentIds: [agentId] })).find(one => one.type === type)
    await insertHistory(ctx, [
      {
        agent_id: agentId,
        type,
        kind: 'override ended',
        from_rung: placeOf(ladder, standing.rule_id),
        to_rung: placeOf(ladder, own?.rule_id ?? null),
        reason: '',
      },
    ])
    ctx.audit({ subject: 'agent quota', subject_id: agentId, before: standing, after: null })
    publishQuotas(ctx, [agentId])
    return agentDetail(ctx, agentId, type)
  },

  async lift(ctx, { agentId, type, quota_rule_id, reason }) {
    await lockLadders(ctx)
    await requireAgent(ctx, agentId)
    const ladder = (await laddersInForce(ctx))[type]
    const own = (await standingsOf(ctx, { agentIds: [agentId] })).find(one => one.type === type)
    const [from_rung, to_rung] = [placeOf(ladder, own?.rule_id ?? null), placeOf(ladder, quota_rule_id)]
    if (to_rung === null) throw invalid({ quota_rule_id: [`quota_rule_id must be a ${type} rule.`] })
    if (own?.rule_id === quota_rule_id) throw conflict('The agent stands on this rung already.')
    const stands = {
      agent_id: agentId,
      type,
      rule_id: quota_rule_id,
      failing_since: null,
      evaluated_on: own?.day ?? null,
    }
    await writeStandings(ctx, [stands])
    await insertHistory(ctx, [{ agent_id: agentId, type, kind: 'lifted', from_rung, to_rung, reason }])
    ctx.audit({
      subject: 'agent quota',
      subject_id: agentId,
      before: { type, rung: from_rung },
      after: { type, rung: to_rung, reason },
    })
    publishQuotas(ctx, [agentId])
    return agentDetail(ctx, agentId, type)
  },
}

const weekOf = (rows: readonly AgentQuotaRow[]) => ({
  used: rows.reduce((sum, { weekly, used_week }) => sum + (weekly === null ? 0 : used_week), 0),
  of: rows.reduce((sum, { weekly }) => sum + (weekly ?? 0), 0),
})

async function requireAgent(ctx: ReadContext, agentId: number): Promise<void> {
  const [agent] = await quotaAgents(ctx, agentId)
  if (!agent) throw notFound('agent')
}

/** The rungs that an override leads from and to, and the agent's day; refuses one that names neither a rung nor limits. */
async function checkedOverride(
  ctx: WriteContext,
  agentId: number,
  { type, quota_rule_id = null, daily = null, weekly = null }: NewOverride,
): Promise<{ rung: number | null; ownRung: number | null; day: string }> {
  await requireAgent(ctx, agentId)
  if (quota_rule_id === null && (daily === null || weekly === null))
    throw invalid({ quota_rule_id: ['An override needs a quota_rule_id, or daily and weekly.'] })
  const ladder = (await laddersInForce(ctx))[type]
  const rung = placeOf(ladder, quota_rule_id)
  if (quota_rule_id !== null && rung === null)
    throw invalid({ quota_rule_id: [`quota_rule_id must be a ${type} rule.`] })
  const own = (await standingsOf(ctx, { agentIds: [agentId] })).find(one => one.type === type)
  const [quota] = await quotasOf(ctx, { agentIds: [agentId], type })
  return { rung, ownRung: placeOf(ladder, own?.rule_id ?? null), day: quota?.day ?? '' }
}
