import { sql } from 'kysely'
import type { QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import type { AgentState } from '../../rules/decide.ts'
import type { Absences } from '../../rules/presence.ts'

/** What is known of an agent beside their quota. */
export type AgentFacts = Omit<AgentState, 'rung' | 'rule_id' | 'sevenths' | 'today' | 'week'> & { name: string }

type FactsRow = Omit<AgentFacts, 'substitute_id' | 'languages' | 'team'> &
  Pick<Row<'agent_availability'>, 'substitute_id'> & {
    languages: string[] | null
    team: { id: number; name: string } | null
  }

/** Days after which a new lead no longer counts as untouched: it has gone cold, and holds up nobody. */
const UNTOUCHED_DAYS = 30

/** All agents, with what decides whether they are offered a lead. */
export async function agentFacts(ctx: QueryContext): Promise<AgentFacts[]> {
  const { rows } = await sql<FactsRow>`
    SELECT a.id, trim(u.first_name || ' ' || u.last_name) AS name, u.is_active, a.lead_types, a.site_ids, a.area_ids, u.zone,
           coalesce(t.days_off, '{}') AS days_off, t.starts_at, t.ends_at, t.away_from::text AS away_from,
           t.away_until::text AS away_until, t.substitute_id, t.languages,
           CASE WHEN g.id IS NOT NULL THEN jsonb_build_object('id', g.id, 'name', g.name) END AS team, coalesce(held.untouched, 0) AS untouched, asked.last_offer_at
    FROM agents a JOIN users u ON u.id = a.user_id
    LEFT JOIN agent_availability t ON t.agent_id = a.id
    LEFT JOIN team_members m ON m.agent_id = a.id LEFT JOIN teams g ON g.id = m.team_id
    LEFT JOIN (
      SELECT agent_id, count(*) AS untouched FROM leads
      WHERE status_value = 1 AND last_contacted_at IS NULL AND agent_id IS NOT NULL
        AND claimed_at > ${ctx.now}::timestamptz - make_interval(days => ${UNTOUCHED_DAYS})
        AND deleted_at IS NULL AND NOT is_bogus
      GROUP BY agent_id) held ON held.agent_id = a.id
    LEFT JOIN LATERAL (
      SELECT max(offered_at) AS last_offer_at FROM distribution_offers WHERE agent_id = a.id) asked ON true
    ORDER BY a.id`.execute(ctx.db)
  // What few agents have is left out for all others: every decision is stored with what it knew of everybody.
  return rows.map(({ substitute_id, languages, team, ...facts }) => ({
    ...facts,
    ...(substitute_id === null ? {} : { substitute_id }),
    ...(languages && languages.length > 0 ? { languages } : {}),
    ...(team ? { team } : {}),
  }))
}

/** Names of agents, by id. */
export async function namesOfAgents(ctx: QueryContext, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT a.id, trim(u.first_name || ' ' || u.last_name) AS name FROM agents a JOIN users u ON u.id = a.user_id
    WHERE a.id = ANY (${[...ids]}::int[])`.execute(ctx.db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** When those of these agents who said so take no leads. */
export async function absencesOf(
  ctx: QueryContext,
  ids: readonly number[],
): Promise<(Absences & { agent_id: number })[]> {
  const { rows } = await sql<Absences & { agent_id: number }>`
    SELECT t.agent_id, t.days_off, t.away_from::text AS away_from, t.away_until::text AS away_until, u.zone
    FROM agent_availability t JOIN agents a ON a.id = t.agent_id JOIN users u ON u.id = a.user_id
    WHERE t.agent_id = ANY (${[...ids]}::int[])`.execute(ctx.db)
  return rows
}
