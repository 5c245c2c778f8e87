import type { Kysely } from 'kysely'
import { StartError } from '../../../../platform/server/start-error.ts'
import { googleScopes, type RoleName } from '../../rules.ts'
import { hasDemoAccounts, insertDemoAccount, insertDemoTeam } from '../queries/demoAccounts.ts'
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

const GRANTED = Object.values(googleScopes)

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
  const password_hash = await hashOfPassword(DEMO_PASSWORD)
  for (const { name, scopes = GRANTED, ...person } of demoAccounts)
    await insertDemoAccount(db, { ...person, email: `${name}@keyturn.test`, password_hash, google_scopes: scopes })
  await insertDemoTeam(db)
}

/** Stops a production start on a database that holds demo accounts: their password is public. */
export async function refuseDemoAccounts({ db }: { db: Kysely<unknown> }): Promise<void> {
  if (
    await hasDemoAccounts(
      db,
      demoAccounts.map(({ name }) => `${name}@keyturn.test`),
    )
  )
    throw new StartError(
      'This database holds the demo accounts, whose password everybody knows. Use another database for production.',
    )
}
