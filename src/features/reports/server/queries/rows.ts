import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Period } from '../../rules/period.ts'

/** A row of a report before it has numbers. */
export interface NamedRow {
  key: string
  label: string
  note: string | null
}

/** Agents by name, with their teams: those who can sign in, and others who are named. */
export async function agentRows(
  { db }: QueryContext,
  { agentIds, named }: { agentIds: readonly number[] | null; named: readonly number[] },
): Promise<NamedRow[]> {
  const within = agentIds === null ? sql`true` : sql`a.id = ANY (${[...agentIds]}::int[])`
  const { rows } = await sql<NamedRow>`
    SELECT a.id::text AS key, trim(u.first_name || ' ' || u.last_name) AS label,
      (SELECT t.name FROM team_members m JOIN teams t ON t.id = m.team_id WHERE m.agent_id = a.id) AS note
    FROM agents a JOIN users u ON u.id = a.user_id
    WHERE ${within} AND (u.is_active OR a.id = ANY (${[...named]}::int[])) ORDER BY a.id`.execute(db)
  return rows
}

/** Campaigns by name; deleted ones as well, for what they did. */
export async function campaignRows({ db }: QueryContext, ids: readonly number[]): Promise<NamedRow[]> {
  const { rows } = await sql<NamedRow>`
    SELECT id::text AS key, name AS label, CASE WHEN deleted_at IS NOT NULL THEN 'Deleted' END AS note
    FROM campaigns WHERE id = ANY (${[...ids]}::int[]) ORDER BY id`.execute(db)
  return rows
}

/** The ids of all agents. */
export async function allAgentIds({ db }: QueryContext): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`SELECT id FROM agents ORDER BY id`.execute(db)
  return rows.map(({ id }) => id)
}

/** What sources cost in the months that touch a period, in cents. */
export async function costsIn(
  { db }: QueryContext,
  { from, to }: Period,
): Promise<{ source: string; month: string; cents: number }[]> {
  const { rows } = await sql<{ source: string; month: string; cents: number }>`
    SELECT source, month::text, cents FROM source_costs
    WHERE month BETWEEN date_trunc('month', ${from}::date) AND ${to}::date ORDER BY source, month`.execute(db)
  return rows
}

/** What a source cost in a month, in cents; `null` when nobody has said. */
export async function costOf({ db }: QueryContext, source: string, month: string): Promise<number | null> {
  const { rows } = await sql<{ cents: number }>`
    SELECT cents FROM source_costs WHERE source = ${source} AND month = ${month}::date`.execute(db)
  return rows[0]?.cents ?? null
}

/** Says what a source cost in a month, in cents; `null` takes it away. */
export async function writeCost(
  { db, now }: Change,
  cost: { source: string; month: string; cents: number | null; userId: number },
): Promise<void> {
  const { source, month, cents, userId } = cost
  if (cents === null)
    await sql`DELETE FROM source_costs WHERE source = ${source} AND month = ${month}::date`.execute(db)
  else
    await sql`
      INSERT INTO source_costs (source, month, cents, set_by, set_at)
      VALUES (${source}, ${month}::date, ${cents}, ${userId}, ${now})
      ON CONFLICT (source, month) DO UPDATE SET cents = excluded.cents, set_by = excluded.set_by, set_at = excluded.set_at`.execute(
      db,
    )
}
