import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import { type AgentQuota, dayIn, partOfWeek, seventhsOf } from '../../rules/limits.ts'
import type { QuotaType } from '../../rules/quotaTypes.ts'
import { localDays } from './clocks.ts'

type QuotaRow = Omit<AgentQuota, 'is_pro_rata' | 'sevenths'> & { created_at: string; zone: string }

/** Which quotas are asked for. */
export interface AskedQuotas {
  /** All active agents when left out. */
  agentIds?: readonly number[]
  /** Both types when left out. */
  type?: QuotaType
}

/**
 * The quotas of agents at the time of the context: limits, use and where the limits come from, one row for each agent and
 * type, in two queries for any number of agents.
 */
export async function quotasOf(ctx: QueryContext, { agentIds, type }: AskedQuotas): Promise<AgentQuota[]> {
  const chosen = agentIds ? sql`a.id = ANY(${[...agentIds]}::int[])` : sql`u.is_active`
  const { rows } = await sql<QuotaRow>`
    WITH first_rungs AS (${firstRungs})
    SELECT a.id AS agent_id, t.type,
      coalesce(o.daily, r.daily) AS daily, coalesce(o.weekly, r.weekly) AS weekly,
      coalesce(w.days[extract(isodow FROM d.day)::int], 0) AS used_today, coalesce(w.used, 0) AS used_week,
      r.id AS rule_id, o.id AS override_id, d.day, d.week,
      coalesce((SELECT max(number) FROM quota_versions), 0) AS rules_version,
      u.created_at, u.zone
    FROM agents a JOIN users u ON u.id = a.user_id
    CROSS JOIN unnest(${type ? [type] : ['buyer', 'rental']}::text[]) AS t (type)
    JOIN (${await localDays(ctx)}) d ON d.zone = u.zone
    LEFT JOIN quota_overrides o ON o.agent_id = a.id AND o.type = t.type AND o.ended_at IS NULL AND o.until >= d.day
    LEFT JOIN agent_quotas q ON q.agent_id = a.id AND q.type = t.type
    LEFT JOIN first_rungs f ON f.type = t.type
    LEFT JOIN quota_rules r ON o.daily IS NULL AND r.id = coalesce(o.rule_id, q.rule_id, f.id)
    LEFT JOIN quota_weeks w ON w.agent_id = a.id AND w.type = t.type AND w.week = d.week
    WHERE ${chosen} ORDER BY a.id, t.type`.execute(ctx.db)
  return rows.map(({ created_at, zone, weekly, ...quota }) => {
    const joined = dayIn(new Date(created_at), zone)
    const sevenths = quota.override_id === null ? seventhsOf({ week: quota.week, joined }) : null
    const limit = weekly === null || sevenths === null ? weekly : partOfWeek(weekly, sevenths)
    return { ...quota, weekly: limit, is_pro_rata: sevenths !== null, sevenths }
  })
}

/** Where agents begin: the rule of each type that no other one leads to; the oldest, should there be several. */
export const firstRungs = sql`
  SELECT DISTINCT ON (type) type, id FROM quota_rules r WHERE removed_at IS NULL
  ORDER BY type, (SELECT count(*) FROM quota_rules p WHERE p.next = r.id AND p.removed_at IS NULL) > 0, id`

/** The limits under which a use is counted, and for whom. */
type Counted = Pick<AgentQuota, 'agent_id' | 'type' | 'daily' | 'weekly' | 'day' | 'week'> & { lead_id: number | null }

/**
 * Counts one use in a single statement, unless a limit is reached; however many ask at once, no limit is passed. Answers
 * `null` when there was none left.
 */
export async function countUse(
  ctx: Change,
  { agent_id, type, daily, weekly, day, week, lead_id }: Counted,
): Promise<Pick<Row<'quota_uses'>, 'id'> | null> {
  const { rows } = await sql<Pick<Row<'quota_uses'>, 'id'>>`
    WITH counted AS (
      INSERT INTO quota_weeks AS w (agent_id, type, week, days, used, last_day)
      SELECT ${agent_id}::int, ${type}::text, ${week}::date,
        array(SELECT (n = extract(isodow FROM ${day}::date))::int FROM generate_series(1, 7) n ORDER BY n), 1, ${day}::date
      WHERE coalesce(${daily}::int, 1) > 0 AND coalesce(${weekly}::int, 1) > 0
      ON CONFLICT (agent_id, type, week) DO UPDATE SET
        days[extract(isodow FROM excluded.last_day)::int] = w.days[extract(isodow FROM excluded.last_day)::int] + 1,
        used = w.used + 1, last_day = excluded.last_day
      WHERE (${daily}::int IS NULL OR w.days[extract(isodow FROM excluded.last_day)::int] < ${daily}::int)
        AND (${weekly}::int IS NULL OR w.used < ${weekly}::int)
      RETURNING agent_id
    )
    INSERT INTO quota_uses (agent_id, type, lead_id, day, used_at)
    SELECT agent_id, ${type}::text, ${lead_id}::int, ${day}::date, ${ctx.now} FROM counted RETURNING id`.execute(ctx.db)
  return rows[0] ?? null
}

type ReturnedUse = Pick<Row<'quota_uses'>, 'id' | 'agent_id' | 'type' | 'day'>

/** Uses that are given back: one by its id, or all of an agent for a lead. */
export type UsesOf = { use_id: number } | { lead_id: number; agent_id: number | null }

/** Marks uses as given back; those that were given back before are left out. */
export async function markReturned(ctx: Change, of: UsesOf, reason: string): Promise<ReturnedUse[]> {
  const chosen =
    'use_id' in of
      ? sql`id = ${of.use_id}`
      : sql`lead_id = ${of.lead_id} AND (${of.agent_id}::int IS NULL OR agent_id = ${of.agent_id}::int)`
  const { rows } = await sql<ReturnedUse>`
    UPDATE quota_uses SET given_back_at = ${ctx.now}, given_back_reason = ${reason}
    WHERE ${chosen} AND given_back_at IS NULL RETURNING id, agent_id, type, day`.execute(ctx.db)
  return rows
}

/** Takes one use out of the counts of its day and week. */
export async function uncountUse({ db }: Change, { agent_id, type, day }: Omit<ReturnedUse, 'id'>): Promise<void> {
  await sql`
    UPDATE quota_weeks SET used = used - 1,
      days[extract(isodow FROM ${day}::date)::int] = days[extract(isodow FROM ${day}::date)::int] - 1
    WHERE agent_id = ${agent_id} AND type = ${type} AND week = date_trunc('week', ${day}::timestamp)::date`.execute(db)
}
