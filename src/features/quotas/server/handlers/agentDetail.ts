import type { ReadContext } from '../../../../platform/server/context.ts'
import { notFound } from '../../../../platform/server/errors.ts'
import { dayAfter } from '../../../../platform/wire/days.ts'
import type { AgentQuotaDetail, HistoryEntry } from '../../contract/agents.ts'
import type { Ladders } from '../../contract/ladders.ts'
import { progressOf, standingOf } from '../../rules/conditions.ts'
import { endOfPeriod, measureOf } from '../../rules/evaluate.ts'
import { placeOf } from '../../rules/ladder.ts'

import type { QuotaType } from '../../rules/quotaTypes.ts'
import { figuresFor } from '../commands/evaluate.ts'
import { quotaAgents } from '../queries/agents.ts'
import { laddersInForce, versionsBelow } from '../queries/ladders.ts'
import { openOverride } from '../queries/overrides.ts'
import { historyOf, type StoredStanding, standingsOf } from '../queries/standings.ts'
import { quotasOf } from '../queries/uses.ts'
import { agentRows } from './agentRows.ts'

/** Lines of the history that the panel shows. */
const MAX_HISTORY = 20
const DAYS_OF_WEEK = 7

/** One agent's quota of a type, with all that the panel shows. */
export async function agentDetail(ctx: ReadContext, agentId: number, type: QuotaType): Promise<AgentQuotaDetail> {
  const [agent] = await quotaAgents(ctx, agentId)
  const [row] = agent ? await agentRows(ctx, [agent], type) : []
  const [quota] = await quotasOf(ctx, { agentIds: [agentId], type })
  if (!agent || !row || !quota) throw notFound('agent')
  const ladders = await laddersInForce(ctx)
  const own = (await standingsOf(ctx, { agentIds: [agentId] })).find(one => one.type === type) ?? null
  const override = await openOverride(ctx, { agent_id: agentId, type })
  return {
    row,
    member_since: agent.created_at,
    week_restarts: dayAfter(quota.week, DAYS_OF_WEEK),
    own_rung: placeOf(ladders[type], own?.rule_id ?? null),
    own_rule_id: own?.rule_id ?? null,
    override: override && {
      ...override,
      quota_rule_id: override.rule_id,
      rung: placeOf(ladders[type], override.rule_id),
    },
    towards: await towards(ctx, ladders, own),
    history: await fullHistory(ctx, { agentId, type, since: agent.created_at }),
  }
}

/** What the agent's own rung asks for, and how far the agent is. */
async function towards(
  ctx: ReadContext,
  ladders: Ladders,
  own: StoredStanding | null,
): Promise<AgentQuotaDetail['towards']> {
  const rung = own && ladders[own.type].find(({ id }) => id === own.rule_id)
  if (!own || !rung) return { rung: null, steps: [], back_on: null, back_to: null }
  const rungs = ladders[own.type]
  const figureOf = (await figuresFor(ctx, [ladders], { agentIds: [own.agent_id] }))[own.type](own.agent_id)
  const steps = rung.next_conditions.map(condition => {
    const measure = measureOf(condition)
    const figure = measure ? figureOf(measure) : null
    return { condition, figure, standing: standingOf(condition, figure), progress: progressOf(condition, figure) }
  })
  const isFailing = own.failing_since !== null && rung.previous !== null
  return {
    rung: placeOf(rungs, rung.next),
    steps,
    back_on: isFailing ? endOfPeriod(own.failing_since ?? own.day, rung.next_conditions) : null,
    back_to: isFailing ? placeOf(rungs, rung.previous) : null,
  }
}

/** What happened to the agent, and versions of the rules that changed the ladder and left the agent where they were. */
async function fullHistory(
  ctx: ReadContext,
  { agentId, type, since }: { agentId: number; type: QuotaType; since: string },
): Promise<HistoryEntry[]> {
  const own = await historyOf(ctx, { agent_id: agentId, type, limit: MAX_HISTORY })
  const versions = await versionsBelow(ctx, { below: null, limit: MAX_HISTORY, offset: 0 })
  const movedBy = new Set(own.filter(({ kind }) => kind === 'rules changed').map(({ reason }) => reason))
  const kept = versions.flatMap(({ number, ladders, published }, index): HistoryEntry[] => {
    const before = versions[index + 1]
    const isSame = before && JSON.stringify(before.ladders[type]) === JSON.stringify(ladders[type])
    if (!before || isSame || published.at < since || movedBy.has(`rules version ${number}`)) return []
    return [
      {
        at: published.at,
        kind: 'version',
        from_rung: null,
        to_rung: null,
        version: number,
        reason: '',
        by: published.by,
      },
    ]
  })
  return [...own.map(entry => ({ ...entry, version: null })), ...kept]
    .toSorted((one, other) => (one.at < other.at ? 1 : -1))
    .slice(0, MAX_HISTORY)
}
