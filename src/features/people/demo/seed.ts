import { sql } from 'kysely'
import type { Demo, DemoPart } from '../../../platform/demo/part.ts'
import type { Db } from '../../../platform/server/database/database.ts'
import type { Row } from '../../../platform/server/database/rows.ts'
import { sitesOfDemo } from '../../settings/demo/seed.ts'
import { createDemoAccounts } from '../server/commands/demoAccounts.ts'
import { AGENTS, colleagues, demoTeams, type NewAgent } from './colleagues.ts'

/** Somebody who works leads. */
export interface DemoAgent extends Pick<Row<'agents'>, 'id'>, Pick<Row<'users'>, 'email'> {
  user_id: Row<'users'>['id']
  name: string
}

/** The demo accounts and their colleagues, in teams. */
export const demo: DemoPart = {
  async prepare(filled) {
    await createDemoAccounts(filled)
    await giveAccountsPhones(filled.db)
    await addColleagues(filled)
  },
}

/** The demo accounts of agents can be called, as their colleagues can. */
async function giveAccountsPhones(db: Db): Promise<void> {
  await sql`
    UPDATE users SET phone = '+143755500' || lpad((id % 100)::text, 2, '0')
    WHERE phone IS NULL AND email IN ('agent@keyturn.test', 'agent2@keyturn.test', 'teamlead@keyturn.test')`.execute(db)
}

async function addColleagues({ db, seed, now }: Demo): Promise<void> {
  const accounts = await agentsOfDemo(db)
  const sites = await sitesOfDemo(db)
  // People who are there already stay; only an office of demo accounts alone gets colleagues.
  const missing = accounts.length >= AGENTS ? [] : colleagues(seed, AGENTS - accounts.length)
  for (const agent of missing) await ensureColleague(db, agent, sites, now)
  const teams = await ensureTeams(db)
  for (const { email, team } of missing) if (team !== null) await joinTeam(db, email, teams[team] ?? 0)
  await chooseTeamLeads(db)
  const recruiter = missing.find(agent => agent.team === null) ?? missing[0]
  if (recruiter) await chooseRecruiter(db, recruiter.email)
  await spreadAreas(db)
}

/** Everybody with an agent record, the longest there first. */
export async function agentsOfDemo(db: Db): Promise<DemoAgent[]> {
  const { rows } = await sql<DemoAgent>`
    SELECT agents.id, users.id AS user_id, users.email, trim(users.first_name || ' ' || users.last_name) AS name
    FROM agents JOIN users ON users.id = agents.user_id WHERE users.is_active ORDER BY agents.id`.execute(db)
  return rows
}

/** Adds a colleague, with role and agent record; answers nothing when the address is taken. */
async function ensureColleague(db: Db, agent: NewAgent, siteIds: readonly number[], now: Date): Promise<void> {
  const joined = new Date(now.getTime() - agent.joined_days_ago * 86_400_000).toISOString()
  const sites = agent.site_indexes.map(index => siteIds[index] ?? 0)
  await sql`
    WITH person AS (
      INSERT INTO users (email, first_name, last_name, phone, created_at, updated_at)
      VALUES (${agent.email}, ${agent.first_name}, ${agent.last_name}, ${agent.phone}, ${joined}, ${joined})
      ON CONFLICT (lower(email)) DO NOTHING RETURNING id
    ), role AS (
      INSERT INTO user_roles (user_id, role) SELECT id, 'agent' FROM person
    )
    INSERT INTO agents (user_id, lead_types, site_ids)
    SELECT id, ${agent.lead_types}::text[], ${sites}::int[] FROM person`.execute(db)
}

/** Puts an agent into a team, unless they are in one. */
async function joinTeam(db: Db, email: string, teamId: number): Promise<void> {
  await sql`
    INSERT INTO team_members (team_id, agent_id)
    SELECT ${teamId}, agents.id FROM agents JOIN users ON users.id = agents.user_id WHERE users.email = ${email}
    ON CONFLICT DO NOTHING`.execute(db)
}

/** The teams by their place in `demoTeams`; the demo account that leads one keeps its team as the first. */
async function ensureTeams(db: Db): Promise<number[]> {
  const led = await sql<Pick<Row<'teams'>, 'id'>>`
    SELECT teams.id FROM teams JOIN agents ON agents.id = teams.lead_agent_id JOIN users ON users.id = agents.user_id
    WHERE users.email = 'teamlead@keyturn.test' LIMIT 1`.execute(db)
  const ids = led.rows.map(row => row.id)
  for (const name of demoTeams.slice(ids.length)) {
    const { rows } = await sql<Pick<Row<'teams'>, 'id'>>`
      WITH known AS (SELECT id FROM teams WHERE name = ${name}),
      made AS (INSERT INTO teams (name) SELECT ${name}::text WHERE NOT EXISTS (SELECT FROM known) RETURNING id)
      SELECT id FROM known UNION ALL SELECT id FROM made`.execute(db)
    ids.push(rows[0]?.id ?? 0)
  }
  return ids
}

/** A team without somebody who leads it gets its longest-serving member. */
async function chooseTeamLeads(db: Db): Promise<void> {
  await sql`
    UPDATE teams SET lead_agent_id = (
      SELECT agents.id FROM team_members JOIN agents ON agents.id = team_members.agent_id
      JOIN users ON users.id = agents.user_id
      WHERE team_members.team_id = teams.id ORDER BY users.created_at, agents.id LIMIT 1)
    WHERE lead_agent_id IS NULL`.execute(db)
}

/** Makes somebody the recruiter, who takes over the leads that are not for agents; one who was chosen stays. */
async function chooseRecruiter(db: Db, email: string): Promise<void> {
  await sql`
    INSERT INTO settings (key, value) SELECT 'recruiter', to_jsonb(id) FROM users WHERE email = ${email}
    ON CONFLICT (key) DO NOTHING`.execute(db)
}

/** Gives agents without areas a few that belong together, and agents without sites all of them. */
async function spreadAreas(db: Db): Promise<void> {
  await sql`
    UPDATE agents SET area_ids = (
      SELECT coalesce(array_agg(id ORDER BY id), '{}') FROM (
        SELECT id FROM areas WHERE type = 'sublocality' ORDER BY (id + agents.id * 7) % 61, id LIMIT 4) AS near)
    WHERE area_ids = '{}'`.execute(db)
  await sql`
    UPDATE agents SET site_ids = (SELECT coalesce(array_agg(id ORDER BY id), '{}') FROM sites) WHERE site_ids = '{}'`.execute(
    db,
  )
}
