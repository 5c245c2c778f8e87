import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { product } from '../app/features.server.ts'
import { type Database, openDatabase } from '../platform/server/database/database.ts'
import { connectFeatures } from '../platform/server/feature.ts'
import { TEMPLATE, urlOfDatabase } from './template.ts'

/** A database of its own for one test file: migrated, with the demo accounts, and nothing else. */
export async function createTestDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  // Nothing was provided to a file of the project for tests without a database, whatever the types say.
  const server: string | undefined = inject('databaseUrl')
  if (!server) throw new Error('Only tests named *.db.test.ts have a database: rename this file.')
  const name = `test_${randomBytes(6).toString('hex')}`
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`)
  return { url: urlOfDatabase(server, name), drop: () => onServer(server, `DROP DATABASE ${name} WITH (FORCE)`) }
}

/** The same, opened, with what features do when something happens below them, as in a server. */
export async function openTestDatabase(): Promise<Database> {
  connectFeatures(product.features)
  const { url, drop } = await createTestDatabase()
  const database = openDatabase(url, { connections: 5 })
  return {
    ...database,
    async close() {
      await database.close()
      await drop()
    },
  }
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
