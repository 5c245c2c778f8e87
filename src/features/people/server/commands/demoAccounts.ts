import type { Db } from '../../../../platform/server/database/database.ts'
import { StartError } from '../../../../platform/server/start-error.ts'
import { DEMO_PASSWORD, type DemoEmail, demoAccounts } from '../../contract/demoAccounts.ts'
import { googleScopes, type RoleName } from '../../rules.ts'
import { hasDemoAccounts, insertDemoAccount, insertDemoTeam } from '../queries/demoAccounts.ts'
import { hashOfPassword } from './passwords.ts'

interface DemoPerson {
  first_name: string
  last_name: string
  roles: readonly RoleName[]
  scopes?: readonly string[]
}

const GRANTED = Object.values(googleScopes)

/** The person behind each demo account. */
export const demoPeople: Readonly<Record<DemoEmail, DemoPerson>> = {
  'agent@keyturn.test': { first_name: 'Maya', last_name: 'Lindqvist', roles: ['agent'] },
  'agent2@keyturn.test': { first_name: 'Theo', last_name: 'Marchetti', roles: ['agent'] },
  'teamlead@keyturn.test': { first_name: 'Anika', last_name: 'Rao', roles: ['agent'] },
  'newagent@keyturn.test': { first_name: 'Ben', last_name: 'Castellano', roles: ['agent'], scopes: [] },
  'admin@keyturn.test': { first_name: 'Grace', last_name: 'Oyelaran', roles: ['admin'] },
  'deals@keyturn.test': { first_name: 'Imran', last_name: 'Sheikh', roles: ['deals_admin'] },
  'desk@keyturn.test': { first_name: 'Colette', last_name: 'Gagnon', roles: ['front_desk'] },
  'super@keyturn.test': { first_name: 'Ruth', last_name: 'Abrams', roles: ['super_admin'] },
}

/** Makes the demo accounts, and the team that the team lead leads; does nothing when they exist. */
export async function createDemoAccounts({ db }: { db: Db }): Promise<void> {
  const password_hash = await hashOfPassword(DEMO_PASSWORD)
  for (const { email } of demoAccounts) {
    const { scopes = GRANTED, ...person } = demoPeople[email]
    await insertDemoAccount(db, { ...person, email, password_hash, google_scopes: scopes })
  }
  await insertDemoTeam(db)
}

/** Stops a production start on a database that holds demo accounts: their password is public. */
export async function refuseDemoAccounts({ db }: { db: Db }): Promise<void> {
  if (
    await hasDemoAccounts(
      db,
      demoAccounts.map(({ email }) => email),
    )
  )
    throw new StartError(
      'This database holds the demo accounts, whose password everybody knows. Use another database for production.',
    )
}
