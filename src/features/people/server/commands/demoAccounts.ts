import { type Kysely, sql } from 'kysely'
import type { RoleName } from '../../rules.ts'
import { hashOfPassword } from './passwords.ts'

/** The password of every demo account. */
export const DEMO_PASSWORD = 'keyturn-demo'

interface DemoAccount {
  name: string
  first_name: string
  last_name: string
  roles: readonly RoleName[]
  scopes?: readonly string[]
}

const GRANTED = ['https://www.googleapis.com/auth/calendar', 'https://www.googleapis.com/auth/gmail.readonly']

/** The eight people whom every demo and every test database knows. */
export const demoAccounts: readonly DemoAccount[] = [
  { name: 'agent', first_name: 'Maya', last_name: 'Lindqvist', roles: ['agent'] },
  { name: 'agent2', first_name: 'Theo', last_name: 'Marchetti', roles: ['agent'] },
  { name: 'teamlead', first_name: 'Anika', last_name: 'Rao', roles: ['agent'] },
  { name: 'newagent', first_name: 'Ben', last_name: 'Castellano', roles: ['agent'], scopes: [] },
  { name: 'admin', first_name: 'Grace', last_name: 'Oyelaran', roles: ['admin'] },
  { name: 'deals', first_name: 'Imran', last_name: 'Sheikh', roles: ['deals_admin'] },
  { name: 'desk', first_name: 'Colette', last_name: 'Gagnon', roles: ['front_desk'] },
  { name: 'super', first_name: 'Ruth', last_name: 'Abrams', roles: ['super_admin'] },
]

/** Makes the demo accounts, and the team that the team lead leads; does nothing when they exist. */
export async function createDemoAccounts({ db }: { db: Kysely<unknown> }): Promise<void> {
  const hash = await hashOfPassword(DEMO_PASSWORD)
  for (const { name, first_name, last_name, roles, scopes = GRANTED } of demoAccounts) {
    await sql`
      WITH made AS (
        INSERT INTO users (email, first_name, last_name, password_hash, google_scopes)
        VALUES (${`${name}@keyturn.test`}, ${first_name}, ${last_name}, ${hash}, ${[...scopes]}::text[])
        ON CONFLICT (lower(email)) DO NOTHING RETURNING id
      ), with_roles AS (
        INSERT INTO user_roles (user_id, role) SELECT id, unnest(${[...roles]}::text[]) FROM made
      )
      INSERT INTO agents (user_id, lead_types) SELECT id, '{buyer,rental}' FROM made WHERE ${roles.includes('agent')}`.execute(
      db,
    )
  }
  await sql`
    WITH agent AS (SELECT a.id, split_part(u.email, '@', 1) AS name FROM agents a JOIN users u ON u.id = a.user_id WHERE u.email LIKE '%@keyturn.test'),
    team AS (
      INSERT INTO teams (name, lead_agent_id) SELECT 'Waterfront team', id FROM agent
      WHERE name = 'teamlead' AND NOT EXISTS (SELECT FROM teams WHERE name = 'Waterfront team') RETURNING id
    )
    INSERT INTO team_members (team_id, agent_id) SELECT team.id, agent.id FROM team, agent WHERE agent.name IN ('agent', 'agent2', 'teamlead')
    ON CONFLICT DO NOTHING`.execute(db)
}
