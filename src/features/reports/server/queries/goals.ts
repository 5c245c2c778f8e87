import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { GoalMetric } from '../../rules/goals.ts'
import type { Length } from '../../rules/lengths.ts'

/** A goal as it is stored. */
export interface StoredGoal {
  metric: GoalMetric
  period: Length
  amount: number
  set_by: string | null
  set_at: string
}

/** The goals of an agent, the shortest periods first. */
export async function goalsOf({ db }: QueryContext, agentId: number): Promise<StoredGoal[]> {
  const { rows } = await sql<StoredGoal>`
    SELECT g.metric, g.period, g.amount, g.set_at, trim(u.first_name || ' ' || u.last_name) AS set_by
    FROM agent_goals g LEFT JOIN users u ON u.id = g.set_by WHERE g.agent_id = ${agentId}
    ORDER BY array_position('{week,month,quarter,year}'::text[], g.period), g.metric`.execute(db)
  return rows
}

type AgentGoal = Pick<StoredGoal, 'metric' | 'amount' | 'set_at'> & { agent_id: number }

/** The goals of these agents, `null` for all, for one length of period and some numbers. */
export async function goalsFor(
  { db }: QueryContext,
  { agentIds, period, metrics }: { agentIds: readonly number[] | null; period: Length; metrics: readonly string[] },
): Promise<AgentGoal[]> {
  const { rows } = await sql<AgentGoal>`
    SELECT agent_id, metric, amount, set_at FROM agent_goals
    WHERE period = ${period} AND metric = ANY(${metrics}::text[])
      AND (${agentIds}::int[] IS NULL OR agent_id = ANY(${agentIds}::int[]))
    ORDER BY agent_id, metric`.execute(db)
  return rows
}

/** Sets a goal, or takes it away; answers what it was before. */
export async function writeGoal(
  { db, now }: Change,
  goal: Pick<StoredGoal, 'metric' | 'period'> & { agentId: number; amount: number | null; userId: number },
): Promise<number | null> {
  const { agentId, metric, period, amount, userId } = goal
  const { rows } = await sql<{ amount: number }>`
    SELECT amount FROM agent_goals WHERE agent_id = ${agentId} AND metric = ${metric} AND period = ${period}
    FOR UPDATE`.execute(db)
  if (amount === null)
    await sql`
      DELETE FROM agent_goals WHERE agent_id = ${agentId} AND metric = ${metric} AND period = ${period}`.execute(db)
  else
    await sql`
      INSERT INTO agent_goals (agent_id, metric, period, amount, set_by, set_at)
      VALUES (${agentId}, ${metric}, ${period}, ${amount}, ${userId}, ${now})
      ON CONFLICT (agent_id, metric, period) DO UPDATE SET amount = excluded.amount, set_by = excluded.set_by,
        set_at = excluded.set_at`.execute(db)
  return rows[0]?.amount ?? null
}

/** Whether there is such an agent. */
export async function agentExists({ db }: QueryContext, id: number): Promise<boolean> {
  const { rows } = await sql`SELECT FROM agents WHERE id = ${id}`.execute(db)
  return rows.length > 0
}
