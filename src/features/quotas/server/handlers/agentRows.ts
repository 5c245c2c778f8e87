import type { ReadContext } from '../../../../platform/server/context.ts'
import type { AgentQuotaRow, QuotaFilter } from '../../contract/agents.ts'
import { quotaFilters } from '../../contract/agents.ts'
import type { Ladders } from '../../contract/ladders.ts'
import { quotaPresence } from '../../events.ts'
import type { Measure } from '../../rules/evaluate.ts'
import { shows } from '../../rules/filters.ts'
import { placeOf } from '../../rules/ladder.ts'
import { hasQuota, shareUsed } from '../../rules/limits.ts'
import type { QuotaType } from '../../rules/quotaTypes.ts'
import { lastUses, type QuotaAgent } from '../queries/agents.ts'
import { figuresOf } from '../queries/figures.ts'
import { laddersInForce } from '../queries/ladders.ts'
import { quotasOf } from '../queries/uses.ts'

/** What the columns of the list measure. */
const answersIn: Measure = { criteria: 'response_time', duration: { type: 'month', count: 1 } }
const converts: Measure = { criteria: 'conversion', duration: { type: 'month', count: 12 } }

/** These agents with their quota of one type, the fullest week first. */
export async function agentRows(
  ctx: ReadContext,
  agents: readonly QuotaAgent[],
  type: QuotaType,
): Promise<AgentQuotaRow[]> {
  const agentIds = agents.map(({ agent_id }) => agent_id)
  const quotas = new Map((await quotasOf(ctx, { agentIds, type })).map(quota => [quota.agent_id, quota]))
  const last = await lastUses(ctx, agentIds, type)
  const figures = await figuresOf(ctx, { type, measures: [answersIn, converts], agentIds })
  const presence = await quotaPresence.gather(ctx, { agent_ids: agentIds })
  const ladders = await laddersInForce(ctx)
  return agents
    .flatMap(agent => {
      const quota = quotas.get(agent.agent_id)
      if (!quota) return []
      const { agent_id, user_id, name, team, untouched } = agent
      const figureOf = figures(agent_id)
      return {
        id: `${agent_id}-${type}`,
        agent_id,
        user_id,
        name,
        team,
        type,
        ...rungOf(ladders, type, quota.rule_id),
        daily: quota.daily,
        weekly: quota.weekly,
        used_today: quota.used_today,
        used_week: quota.used_week,
        last_offer_at: last.get(agent_id) ?? null,
        answers_in: figureOf(answersIn),
        converts: figureOf(converts),
        is_at_limit: !hasQuota(quota),
        is_override: quota.override_id !== null,
        is_pro_rata: quota.is_pro_rata,
        untouched,
        is_over_untouched: untouched > presence.untouched_limit,
        away_until: presence.away.get(agent_id) ?? null,
        is_day_off: presence.off.has(agent_id),
      }
    })
    .toSorted((one, other) => shareUsed(other) - shareUsed(one) || other.used_week - one.used_week)
}

const rungOf = (ladders: Ladders, type: QuotaType, ruleId: number | null) => ({
  quota_rule_id: ruleId,
  rung: placeOf(ladders[type], ruleId),
  rungs: ladders[type].length,
})

/** How many agents each filter shows. */
export const countsOf = (rows: readonly AgentQuotaRow[]): Record<QuotaFilter, number> =>
  Object.fromEntries(quotaFilters.map(filter => [filter, rows.filter(shows[filter]).length])) as Record<
    QuotaFilter,
    number
  >
