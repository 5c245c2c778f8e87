import pg from 'pg'
import { prepareDatabase } from '../app/server.ts'
import { createDemoAccounts } from '../features/people/server/commands/demoAccounts.ts'
import { openDatabase } from '../platform/server/database/database.ts'

/** Name of the database that every test database is a copy of. */
export const TEMPLATE = 'keyturn_template'

/** The address of another database on the same server. */
export function urlOfDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Makes the template anew: all migrations, the tables of the job queue, and the demo accounts. */
export async function makeTemplate(serverUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(`DROP DATABASE IF EXISTS ${TEMPLATE} WITH (FORCE)`)
  await client.query(`CREATE DATABASE ${TEMPLATE}`)
  await client.end()
  await prepareDatabase(urlOfDatabase(serverUrl, TEMPLATE))
  const { db, close } = openDatabase(urlOfDatabase(serverUrl, TEMPLATE), { connections: 1 })
  await createDemoAccounts({ db })
  await close()
}
