import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { QuotaType } from '../../../quotas/rules/quotaTypes.ts'
import { giveBackQuota, takeQuota } from '../../../quotas/server/commands/uses.ts'
import { laddersInForce } from '../../../quotas/server/queries/ladders.ts'
import { quotasOf } from '../../../quotas/server/queries/uses.ts'
import type { AgentState } from '../../rules/decide.ts'

/** The part of an agent's state that comes from their quota. */
export type QuotaState = Pick<AgentState, 'rung' | 'rule_id' | 'sevenths' | 'today' | 'week'>

const none: QuotaState = { rung: null, today: { used: 0, limit: null }, week: { used: 0, limit: null } }

/** The quota of every agent for a type of lead, by the agent. */
export async function quotaStates(ctx: QueryContext, type: QuotaType): Promise<(agentId: number) => QuotaState> {
  const [quotas, ladders] = [await quotasOf(ctx, { type }), await laddersInForce(ctx)]
  const rungOf = (rule: number | null) => {
    const index = ladders[type].findIndex(({ id }) => id === rule)
    return index === -1 ? null : `Rung ${index + 1}`
  }
  const states = new Map(
    quotas.map(({ agent_id, rule_id, daily, weekly, used_today, used_week, sevenths }) => [
      agent_id,
      {
        rung: rungOf(rule_id),
        ...(rule_id === null ? {} : { rule_id }),
        ...(sevenths === null ? {} : { sevenths }),
        today: { used: used_today, limit: daily },
        week: { used: used_week, limit: weekly },
      },
    ]),
  )
  return agentId => states.get(agentId) ?? none
}

/** Takes one from the quota of an agent for a lead; answers the use, or `null` when there was none left. */
export const takeFor = async (
  ctx: Change,
  of: { agent_id: number; lead_id: number; type: QuotaType },
): Promise<number | null> => (await takeQuota(ctx, of))?.use_id ?? null

/** Gives back what an offer took; `null` for one that took nothing. What claims of the same lead took stays taken. */
export async function giveBackUse(ctx: Change, use_id: number | null, why: string): Promise<void> {
  if (use_id !== null) await giveBackQuota(ctx, { use_id }, why)
}

/** Gives back all that a lead cost anybody: it was worth nothing to them. */
export async function giveBackAll(ctx: Change, lead_id: number, why: string): Promise<void> {
  await giveBackQuota(ctx, { lead_id, agent_id: null }, why)
}
