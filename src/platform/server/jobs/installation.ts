import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Config } from '../config.ts'

/** Any number that only this uses: processes that start at once take turns. */
const LOCK = 7_420_020
const FILE = 'installation'

/** By what an installation knows its place; see docs/operating.md. */
interface Sign {
  kind: 'name' | 'database' | 'folder' | 'machine'
  value: string
  /** Nothing is concluded from a sign that was made just now. */
  isNew?: boolean
}

/**
 * Pauses sending when the database runs in another place than before, such as a copy of it on a test server: at least one
 * sign is of a kind that the database knows, but with another value. Each sign is known from then on, so an
 * installation pauses once, whatever the number of its processes. Answers whether it paused.
 */
export async function recognizePlace(
  url: string,
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'installation'>,
): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK])
    const known = (await client.query<Sign>('SELECT kind, value FROM installation_signs')).rows
    const signs = await signsOf(client, config, known)
    const hasMoved = signs.some(sign => isStrange(sign, known))
    for (const { kind, value } of signs) {
      await client.query('INSERT INTO installation_signs (kind, value) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
        kind,
        value,
      ])
    }
    if (hasMoved)
      await client.query(
        "INSERT INTO sending_pauses (reason) VALUES ('moved') ON CONFLICT ((true)) WHERE resumed_at IS NULL DO NOTHING",
      )
    await client.query('COMMIT')
    return hasMoved
  } finally {
    await client.end()
  }
}

const isStrange = ({ kind, value, isNew }: Sign, known: readonly Sign[]): boolean =>
  !isNew && known.some(sign => sign.kind === kind) && !known.some(sign => sign.kind === kind && sign.value === value)

async function signsOf(
  client: pg.Client,
  { dataDir, databaseUrl, installation }: Pick<Config, 'dataDir' | 'databaseUrl' | 'installation'>,
  known: readonly Sign[],
): Promise<Sign[]> {
  // A database that knows a name and is started without one is in another place, too.
  const hasName = installation !== null || known.some(({ kind }) => kind === 'name')
  const signs = [
    await folderSign(dataDir),
    hasName ? ({ kind: 'name', value: installation ?? '' } as const) : null,
    await databaseSign(client),
    // Processes over a PostgreSQL server may run on any number of machines.
    databaseUrl === null ? await machineSign() : null,
  ]
  return signs.filter(sign => sign !== null)
}

/** An id in the data folder; made where there is none. `null` where the folder cannot be written to. */
async function folderSign(dataDir: string): Promise<Sign | null> {
  const file = join(dataDir, FILE)
  const found = await readFile(file, 'utf8').catch(() => '')
  if (found.trim()) return { kind: 'folder', value: found.trim() }
  const value = randomUUID()
  try {
    await mkdir(dataDir, { recursive: true })
    await writeFile(file, `${value}\n`)
    return { kind: 'folder', value, isNew: true }
  } catch {
    return null
  }
}

/** The cluster and the database in it: both differ after a restore by other means than copying the files. */
async function databaseSign(client: pg.Client): Promise<Sign | null> {
  await client.query('SAVEPOINT sign')
  try {
    const { rows } = await client.query<{ value: string }>(
      `SELECT (SELECT system_identifier FROM pg_control_system()) || '/' || oid AS value
       FROM pg_database WHERE datname = current_database()`,
    )
    return rows[0] ? { kind: 'database', value: rows[0].value } : null
  } catch {
    // Some hosted databases do not let everybody ask.
    await client.query('ROLLBACK TO SAVEPOINT sign')
    return null
  }
}

async function machineSign(): Promise<Sign | null> {
  const id = await readFile('/etc/machine-id', 'utf8').catch(() => '')
  if (!id.trim()) return null
  return { kind: 'machine', value: createHash('sha256').update(`keyturn ${id.trim()}`).digest('hex') }
}
