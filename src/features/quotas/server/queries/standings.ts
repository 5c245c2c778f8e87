import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import type { QuotaType } from '../../rules/quotaTypes.ts'
import { localDays } from './clocks.ts'
import type { RungMove } from './ladders.ts'
import { firstRungs } from './uses.ts'

/** Where an agent stands on a ladder, the override left aside. Days are the agent's own. */
export interface StoredStanding extends Pick<Row<'agent_quotas'>, 'agent_id' | 'failing_since' | 'evaluated_on'> {
  type: QuotaType
  rule_id: number
  day: string
}

/** Agents of whom standings are asked. */
interface AskedStandings {
  agentIds?: readonly number[]
  /** Only those who were not evaluated yet on their day. */
  due?: boolean
  limit?: number
}

/** Where active agents stand on the ladders of the types that they take; none on ladders without a rung. */
export async function standingsOf(
  ctx: QueryContext,
  { agentIds, due = false, limit }: AskedStandings = {},
): Promise<StoredStanding[]> {
  const { rows } = await sql<StoredStanding>`
    WITH first_rungs AS (${firstRungs})
    SELECT a.id AS agent_id, t.type, coalesce(q.rule_id, f.id) AS rule_id, q.failing_since, q.evaluated_on, d.day
    FROM agents a JOIN users u ON u.id = a.user_id
    JOIN (${await localDays(ctx)}) d ON d.zone = u.zone
    CROSS JOIN unnest(a.lead_types) AS t (type) JOIN first_rungs f ON f.type = t.type
    LEFT JOIN agent_quotas q ON q.agent_id = a.id AND q.type = t.type
    WHERE u.is_active AND ${agentIds ? sql`a.id = ANY(${[...agentIds]}::int[])` : sql`true`}
      AND ${due ? sql`(q.evaluated_on IS NULL OR q.evaluated_on < d.day)` : sql`true`}
    ORDER BY a.id, t.type ${limit === undefined ? sql`` : sql`LIMIT ${limit}`}`.execute(ctx.db)
  return rows
}

/** What is written of standings. An agent who comes to another rung stands there since now. */
export interface WrittenStanding {
  agent_id: number
  type: QuotaType
  rule_id: number
  failing_since: string | null
  evaluated_on: string | null
}

/** Writes where agents stand. */
export async function writeStandings({ db, now }: Change, standings: readonly WrittenStanding[]): Promise<void> {
  await sql`
    INSERT INTO agent_quotas AS q (agent_id, type, rule_id, since, failing_since, evaluated_on)
    SELECT agent_id, type, rule_id, ${now}, failing_since, evaluated_on
    FROM jsonb_to_recordset(${JSON.stringify(standings)}::jsonb) AS s (agent_id int, type text, rule_id int,
      failing_since date, evaluated_on date)
    ON CONFLICT (agent_id, type) DO UPDATE SET rule_id = excluded.rule_id, failing_since = excluded.failing_since,
      evaluated_on = coalesce(excluded.evaluated_on, q.evaluated_on),
      since = CASE WHEN q.rule_id = excluded.rule_id THEN q.since ELSE excluded.since END`.execute(db)
}

/** Agents who stand on rungs that are removed, with the rung that takes them; answers them. */
export async function moveAgents({ db, now }: Change, moves: ReadonlyMap<number, number | null>): Promise<RungMove[]> {
  const rows = [...moves].map(([from, to]) => ({ from, to }))
  const { rows: moved } = await sql<RungMove>`
    WITH moves AS (SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS m ("from" int, "to" int)),
    gone AS (DELETE FROM agent_quotas q USING moves m WHERE q.rule_id = m."from" AND m."to" IS NULL
             RETURNING q.agent_id, q.type, m."from", m."to"),
    stepped AS (UPDATE agent_quotas q SET rule_id = m."to", since = ${now}, failing_since = NULL
                FROM moves m WHERE q.rule_id = m."from" AND m."to" IS NOT NULL
                RETURNING q.agent_id, q.type, m."from", m."to")
    SELECT * FROM gone UNION ALL SELECT * FROM stepped ORDER BY agent_id`.execute(db)
  return moved
}

/** Puts agents back whom a removed rung had moved, as far as they still stand where it put them. */
export async function moveBack({ db, now }: Change, moves: readonly RungMove[]): Promise<void> {
  await sql`
    INSERT INTO agent_quotas AS q (agent_id, type, rule_id, since)
    SELECT m.agent_id, m.type, m."from", ${now}
    FROM jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) AS m (agent_id int, type text, "from" int, "to" int)
    LEFT JOIN agent_quotas old ON old.agent_id = m.agent_id AND old.type = m.type
    WHERE old.rule_id IS NOT DISTINCT FROM m."to"
    ON CONFLICT (agent_id, type) DO UPDATE SET rule_id = excluded.rule_id, since = excluded.since`.execute(db)
}

/** A line of an agent's history that is written. */
export type NewHistory = Pick<Row<'quota_history'>, 'agent_id' | 'kind' | 'from_rung' | 'to_rung' | 'reason'> & {
  type: QuotaType
}

/** Writes what happened to agents, and why. */
export async function insertHistory({ db, now, author }: Change, entries: readonly NewHistory[]): Promise<void> {
  if (entries.length === 0) return
  await sql`
    INSERT INTO quota_history (agent_id, type, at, kind, from_rung, to_rung, reason, author_user_id)
    SELECT agent_id, type, ${now}, kind, from_rung, to_rung, reason, ${author?.user_id ?? null}::int
    FROM jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
      AS h (agent_id int, type text, kind text, from_rung int, to_rung int, reason text)`.execute(db)
}

/** Lines of an agent's history, newest first. */
export async function historyOf(
  { db }: QueryContext,
  { agent_id, type, limit }: { agent_id: number; type: QuotaType; limit: number },
): Promise<(Pick<Row<'quota_history'>, 'at' | 'kind' | 'from_rung' | 'to_rung' | 'reason'> & { by: string | null })[]> {
  const { rows } = await sql<
    Pick<Row<'quota_history'>, 'at' | 'kind' | 'from_rung' | 'to_rung' | 'reason'> & { by: string | null }
  >`
    SELECT h.at, h.kind, h.from_rung, h.to_rung, h.reason, trim(u.first_name || ' ' || u.last_name) AS by
    FROM quota_history h LEFT JOIN users u ON u.id = h.author_user_id
    WHERE h.agent_id = ${agent_id} AND h.type = ${type} ORDER BY h.id DESC LIMIT ${limit}`.execute(db)
  return rows
}
