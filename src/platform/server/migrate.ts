import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

/** Any number that only migrations use: two processes that start at once take turns. */
const MIGRATION_LOCK = 7_420_019

/** A numbered step, from a file such as `0003_leads.sql`. */
export interface Migration {
  number: number
  name: string
  sql: string
}

/** The database was made by a newer version of the product. */
export class NewerDatabaseError extends Error {
  constructor(found: number, known: number) {
    super(
      `The database is at migration ${found}, and this version knows only ${known}: it was used by a newer version of Keyturn. ` +
        'Start that version again, or restore a backup made before the update.',
    )
    this.name = 'NewerDatabaseError'
  }
}

/** Reads the steps of a folder, in order; refuses gaps and repeats in the numbering. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter(file => /^\d{4}_.+\.sql$/.test(file)).sort()
  const migrations = await Promise.all(
    files.map(async file => ({
      number: Number(file.slice(0, 4)),
      name: file.slice(5, -4),
      sql: await readFile(join(folder, file), 'utf8'),
    })),
  )
  migrations.forEach((migration, index) => {
    if (migration.number !== index + 1) throw new Error(`Migration ${migration.name} should have number ${index + 1}.`)
  })
  return migrations
}

/**
 * Brings the database to the newest step: forward only, each step in a transaction, under a lock.
 * Returns how many steps were run; throws `NewerDatabaseError` when the database is ahead of the code.
 */
export async function migrate(url: string, migrations: readonly Migration[]): Promise<number> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(
      'CREATE TABLE IF NOT EXISTS migrations (number integer PRIMARY KEY, name text NOT NULL, run_at timestamptz NOT NULL DEFAULT now())',
    )
    const { rows } = await client.query<{ newest: number }>('SELECT coalesce(max(number), 0) AS newest FROM migrations')
    const newest = rows[0]?.newest ?? 0
    if (newest > migrations.length) throw new NewerDatabaseError(newest, migrations.length)
    const waiting = migrations.filter(({ number }) => number > newest)
    for (const migration of waiting) await runStep(client, migration)
    return waiting.length
  } finally {
    await client.end()
  }
}

async function runStep(client: pg.Client, { number, name, sql }: Migration): Promise<void> {
  await client.query('BEGIN')
  try {
    await client.query(sql)
    await client.query('INSERT INTO migrations (number, name) VALUES ($1, $2)', [number, name])
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw new Error(`Migration ${number} (${name}) failed and was undone.`, { cause: error })
  }
}
