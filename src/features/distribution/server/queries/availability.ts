import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import type { AgentAvailability } from '../../contract.ts'
import { absenceOn } from '../../rules/presence.ts'

/** What is stored of when an agent takes leads. */
export type Times = Omit<Row<'agent_availability'>, 'agent_id'>

/** What holds for somebody who has said nothing. */
export const always: Times = {
  days_off: [],
  starts_at: null,
  ends_at: null,
  away_from: null,
  away_until: null,
  substitute_id: null,
  languages: [],
}

/** What is stored of one agent; `null` for somebody who has said nothing. */
export async function timesOf(ctx: QueryContext, agentId: number): Promise<Times | null> {
  const { rows } = await sql<Times>`
    SELECT days_off, starts_at, ends_at, away_from::text AS away_from, away_until::text AS away_until, substitute_id, languages
    FROM agent_availability WHERE agent_id = ${agentId}`.execute(ctx.db)
  return rows[0] ?? null
}

/** Stores when an agent takes leads. */
export async function storeAvailability(ctx: Change, agentId: number, times: Times): Promise<void> {
  await sql`
    INSERT INTO agent_availability (agent_id, days_off, starts_at, ends_at, away_from, away_until, substitute_id, languages)
    VALUES (${agentId}, ${times.days_off}::smallint[], ${times.starts_at}::time, ${times.ends_at}::time,
            ${times.away_from}::date, ${times.away_until}::date, ${times.substitute_id}::int, ${times.languages}::text[])
    ON CONFLICT (agent_id) DO UPDATE SET days_off = excluded.days_off, starts_at = excluded.starts_at,
      ends_at = excluded.ends_at, away_from = excluded.away_from, away_until = excluded.away_until,
      substitute_id = excluded.substitute_id, languages = excluded.languages`.execute(ctx.db)
}

/** Which agents are asked for. */
interface AskedAgents {
  /** All active agents when left out. */
  id?: number
  /** Part of a name. */
  search?: string
}

/** When agents take leads, by name. */
export async function availabilities(
  ctx: QueryContext,
  { id, search = '' }: AskedAgents = {},
): Promise<AgentAvailability[]> {
  const { rows } = await sql<Omit<AgentAvailability, 'is_away' | 'is_day_off'>>`
    SELECT a.id AS agent_id, trim(u.first_name || ' ' || u.last_name) AS name, u.zone,
           (SELECT g.name FROM team_members m JOIN teams g ON g.id = m.team_id WHERE m.agent_id = a.id) AS team,
           coalesce(t.days_off, '{}') AS days_off, t.starts_at, t.ends_at, t.away_from::text AS away_from,
           t.away_until::text AS away_until, coalesce(t.languages, '{}') AS languages,
           CASE WHEN s.id IS NOT NULL THEN
             jsonb_build_object('id', s.id, 'name', trim(su.first_name || ' ' || su.last_name)) END AS substitute
    FROM agents a JOIN users u ON u.id = a.user_id
    LEFT JOIN agent_availability t ON t.agent_id = a.id
    LEFT JOIN agents s ON s.id = t.substitute_id LEFT JOIN users su ON su.id = s.user_id
    WHERE ${id === undefined ? sql`u.is_active` : sql`a.id = ${id}`}
      AND (${search} = '' OR position(folded(${search}) IN folded(u.first_name || ' ' || u.last_name)) > 0)
    ORDER BY lower(u.first_name), lower(u.last_name), a.id`.execute(ctx.db)
  return rows.map(row => {
    const absence = absenceOn(row, ctx.now)
    return { ...row, is_away: absence?.code === 'away', is_day_off: absence?.code === 'day_off' }
  })
}
