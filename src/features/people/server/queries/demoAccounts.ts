import { sql } from 'kysely'
import type { Db } from '../../../../platform/server/database/database.ts'

interface DemoUser {
  email: string
  first_name: string
  last_name: string
  roles: readonly string[]
  password_hash: string
  google_scopes: readonly string[]
}

/** Adds one demo account with its roles, and its agent record where it is an agent. */
export async function insertDemoAccount(db: Db, user: DemoUser): Promise<void> {
  await sql`
    WITH made AS (
      INSERT INTO users (email, first_name, last_name, password_hash, google_scopes)
      VALUES (${user.email}, ${user.first_name}, ${user.last_name}, ${user.password_hash}, ${[...user.google_scopes]}::text[])
      ON CONFLICT (lower(email)) DO NOTHING RETURNING id
    ), with_roles AS (
      INSERT INTO user_roles (user_id, role) SELECT id, unnest(${[...user.roles]}::text[]) FROM made
    )
    INSERT INTO agents (user_id, lead_types) SELECT id, '{buyer,rental}' FROM made WHERE ${user.roles.includes('agent')}`.execute(
    db,
  )
}

/** Adds the team that the team lead leads. */
export async function insertDemoTeam(db: Db): Promise<void> {
  await sql`
    WITH agent AS (
      SELECT a.id, split_part(u.email, '@', 1) AS name FROM agents a JOIN users u ON u.id = a.user_id
      WHERE u.email LIKE '%@keyturn.test'
    ), team AS (
      INSERT INTO teams (name, lead_agent_id) SELECT 'Waterfront team', id FROM agent
      WHERE name = 'teamlead' AND NOT EXISTS (SELECT FROM teams WHERE name = 'Waterfront team') RETURNING id
    )
    INSERT INTO team_members (team_id, agent_id)
    SELECT team.id, agent.id FROM team, agent WHERE agent.name IN ('agent', 'agent2', 'teamlead')
    ON CONFLICT DO NOTHING`.execute(db)
}

/** Whether any of these addresses can still sign in with a password. */
export async function hasDemoAccounts(db: Db, emails: readonly string[]): Promise<boolean> {
  const { rows } = await sql`SELECT FROM users WHERE email = ANY (${[...emails]}::text[]) LIMIT 1`.execute(db)
  return rows.length > 0
}
