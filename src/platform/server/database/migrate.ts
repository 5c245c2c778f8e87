import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

/** Any number that only migrations use: two processes that start at once take turns. */
const MIGRATION_LOCK = 7_420_019

/** A step, from a file such as `20261122_1040_pinned_leads.sql`; the first 27 have a plain number (`0003_leads.sql`). */
export interface Migration {
  /** What the file name begins with, as one number: `202611221040`, or `3`. Steps run in this order. */
  number: number
  name: string
  sql: string
}

/** The database was made by a newer version of the product. */
export class NewerDatabaseError extends Error {
  constructor(found: Pick<Migration, 'number' | 'name'>) {
    super(
      `The database holds migration ${found.number} (${found.name}), which this version does not know: it was used by a newer version of Keyturn. ` +
        'Start that version again, or restore a backup made before the update.',
    )
    this.name = 'NewerDatabaseError'
  }
}

/** Reads the steps of a folder, in order; refuses two of the same number. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter(file => file.endsWith('.sql'))
  const migrations = await Promise.all(
    files.map(async file => ({ ...identify(file), sql: await readFile(join(folder, file), 'utf8') })),
  )
  migrations.sort((one, other) => one.number - other.number)
  migrations.forEach(({ number, name }, index) => {
    if (migrations[index + 1]?.number === number) throw new Error(`Two migrations have the number of ${name}.`)
  })
  return migrations
}

function identify(file: string): Pick<Migration, 'number' | 'name'> {
  const [, digits, name] = /^(\d{4}|\d{8}_\d{4})_(.+)\.sql$/.exec(file) ?? []
  if (!digits || !name)
    throw new Error(`Migration ${file} should be named by its time, such as 20261122_1040_what.sql.`)
  return { number: Number(digits.replace('_', '')), name }
}

/**
 * Brings the database to the newest step: forward only, each step in a transaction, under a lock. A step that is older
 * than the newest one in the database still runs: it came from another branch.
 * Returns how many steps were run; throws `NewerDatabaseError` when the database holds a step that is not among them.
 */
export async function migrate(url: string, migrations: readonly Migration[]): Promise<number> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK])
    const waiting = await waitingSteps(client, migrations)
    for (const migration of waiting) await runStep(client, migration)
    return waiting.length
  } finally {
    await client.end()
  }
}

/** The same within the transaction of a client: all steps together, or none. */
export async function migrateWithin(client: pg.Client, migrations: readonly Migration[]): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
  for (const migration of await waitingSteps(client, migrations)) {
    await writeStep(client, migration).catch(error => {
      throw new Error(`Migration ${migration.number} (${migration.name}) failed and was undone.`, { cause: error })
    })
  }
}

async function waitingSteps(client: pg.Client, migrations: readonly Migration[]): Promise<Migration[]> {
  await client.query(
    'CREATE TABLE IF NOT EXISTS migrations (number bigint PRIMARY KEY, name text NOT NULL, run_at timestamptz NOT NULL DEFAULT now())',
  )
  await widenNumbers(client)
  const { rows } = await client.query<{ number: number; name: string }>(
    'SELECT number::float8 AS number, name FROM migrations ORDER BY number',
  )
  const known = new Set(migrations.map(({ number }) => number))
  const unknown = rows.find(({ number }) => !known.has(number))
  if (unknown) throw new NewerDatabaseError(unknown)
  const done = new Set(rows.map(({ number }) => number))
  return migrations.filter(({ number }) => !done.has(number))
}

/** Databases of versions that counted their steps have a column too narrow for a time. */
async function widenNumbers(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    "SELECT 1 FROM pg_attribute WHERE attrelid = 'migrations'::regclass AND attname = 'number' AND atttypid = 'int4'::regtype",
  )
  if (rows.length > 0) await client.query('ALTER TABLE migrations ALTER COLUMN number TYPE bigint')
}

async function runStep(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('BEGIN')
  try {
    await writeStep(client, migration)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw new Error(`Migration ${migration.number} (${migration.name}) failed and was undone.`, { cause: error })
  }
}

async function writeStep(client: pg.Client, { number, name, sql }: Migration): Promise<void> {
  await client.query(sql)
  await client.query('INSERT INTO migrations (number, name) VALUES ($1, $2)', [number, name])
}
