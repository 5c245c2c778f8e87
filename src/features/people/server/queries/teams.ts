import { sql } from 'kysely'
import type { ReadContext } from '../../../../platform/server/context.ts'
import type { Db } from '../../../../platform/server/database/database.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import type { Team } from '../../contract/people.ts'
import { type PersonRights, personRights } from './sessions.ts'
import { agentsByIds } from './users.ts'

interface TeamRow extends Pick<Row<'teams'>, 'id' | 'name' | 'lead_agent_id' | 'version'> {
  member_ids: number[]
}

/** The teams that the viewer may see: all for administrators, else those that the viewer leads. */
export async function visibleTeams(ctx: Pick<ReadContext, 'db' | 'viewer'>, id: number | null = null): Promise<Team[]> {
  const seesAll = ctx.viewer.rights.has('is_admin') || ctx.viewer.rights.has('manage_users')
  const { rows } = await sql<TeamRow>`
    SELECT t.id, t.name, t.lead_agent_id, t.version,
      ARRAY(SELECT agent_id FROM team_members WHERE team_id = t.id) AS member_ids
    FROM teams t
    WHERE (${id}::int IS NULL OR t.id = ${id}) AND (${seesAll} OR t.lead_agent_id = ${ctx.viewer.agent_id}::int)
    ORDER BY lower(t.name), t.id`.execute(ctx.db)
  const people = await agentsByIds(
    ctx.db,
    rows.flatMap(team => [...team.member_ids, ...(team.lead_agent_id ? [team.lead_agent_id] : [])]),
  )
  return rows.map(({ member_ids, ...team }) => ({
    ...team,
    lead: people.find(person => person.id === team.lead_agent_id) ?? null,
    members: people.filter(person => member_ids.includes(person.id)),
  }))
}

/** The rights and the reach of these agents, as they are now. */
export async function agentRights(db: Db, agentIds: readonly (number | null)[]): Promise<PersonRights[]> {
  const { rows } = await sql<PersonRights>`
    SELECT ${personRights} FROM users u JOIN agents a ON a.user_id = u.id
    WHERE a.id = ANY (${agentIds.filter(id => id !== null)}::int[]) ORDER BY u.id`.execute(db)
  return rows
}

/** Adds a team. */
export async function insertTeam(db: Db, name: string): Promise<number> {
  const { id } = await db.insertInto('teams').values({ name }).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Sets name and lead when the version is still the expected one; false when somebody was faster. */
export async function updateTeamColumns(
  db: Db,
  team: { id: number; version: number; name: string; lead_agent_id: number | null },
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE teams SET name = ${team.name}, lead_agent_id = ${team.lead_agent_id}, version = version + 1
    WHERE id = ${team.id} AND version = ${team.version} RETURNING id`.execute(db)
  return rows.length > 0
}

/**
 * Sets who is in a team; an agent is in one team at the most, so who was in another one moves, and that other team is
 * another version from then on.
 */
export async function setMembers(db: Db, teamId: number, agentIds: readonly number[]): Promise<void> {
  await sql`DELETE FROM team_members WHERE team_id = ${teamId} AND agent_id <> ALL (${[...agentIds]}::int[])`.execute(
    db,
  )
  await sql`
    UPDATE teams SET version = version + 1
    WHERE id IN (SELECT team_id FROM team_members WHERE agent_id = ANY (${[...agentIds]}::int[]) AND team_id <> ${teamId})`.execute(
    db,
  )
  await sql`
    INSERT INTO team_members (team_id, agent_id) SELECT ${teamId}, unnest(${[...new Set(agentIds)]}::int[])
    ON CONFLICT (agent_id) DO UPDATE SET team_id = excluded.team_id`.execute(db)
}

/** The team that an agent leads; `null` when there is none. */
export async function teamLedBy(db: Db, agentId: number): Promise<{ id: number; name: string } | null> {
  const { rows } = await sql<Pick<Row<'teams'>, 'id' | 'name'>>`
    SELECT id, name FROM teams WHERE lead_agent_id = ${agentId} ORDER BY id LIMIT 1`.execute(db)
  return rows[0] ?? null
}
