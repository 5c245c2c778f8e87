import { open } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { type Migration, migrateWithin, readMigrations } from '../../src/platform/server/database/migrate.ts'
import { prepareQueueWithin } from '../../src/platform/server/jobs/jobs.ts'
import { pauseAfterRestore } from '../../src/platform/server/jobs/sending.ts'
import { errorCode, StartError } from '../../src/platform/server/start-error.ts'
import { type ArchiveHead, readHead, versionsOf } from './archive.ts'
import { checkArchive, damaged } from './check-archive.ts'
import { checkDump, linesOfDump } from './dump.ts'
import { linesOfGzip } from './lines.ts'
import { type RowCounts, runScript } from './script.ts'
import { copiedTables, prepareForCopy } from './tables.ts'

const LOCK_NOT_AVAILABLE = '55P03'

/** A backup that was read to its end and found complete. */
interface CheckedBackup {
  /** When it was made; `null` when the file does not say. */
  at: string | null
  /** Fills an empty database within the transaction of the client. */
  fill(client: pg.Client): Promise<void>
}

/**
 * Fills an empty database from a backup and brings it to the newest migration: all of it, or nothing. The file is read
 * to its end first, and everything that follows, `replace` included, is one transaction. Sending is paused afterwards.
 * Throws a `StartError` that says what is wrong.
 */
export async function restore(url: string, file: string, { replace = false } = {}): Promise<void> {
  const migrations = await readMigrations(join(import.meta.dirname, '../../db/migrations'))
  const backup = await openBackup(url, file, migrations)
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    await client.query('BEGIN')
    await makeRoom(client, replace)
    await backup.fill(client)
    await client.query('RESET ALL')
    await migrateWithin(client, migrations)
    await prepareQueueWithin(client)
    await pauseAfterRestore(client, backup.at)
  } catch (error) {
    await client.end()
    throw sentenceOf(error)
  }
  await client.query('COMMIT').finally(() => client.end())
}

/** What is said of a failure before the commit: when the connection ends, the server takes everything back. */
function sentenceOf(error: unknown): StartError {
  if (error instanceof StartError) return error
  if (errorCode(error) === LOCK_NOT_AVAILABLE)
    return new StartError('The database is in use. Stop Keyturn, then restore again. Nothing was changed.')
  const reason = error instanceof Error ? error.message : String(error)
  return new StartError(`The restore failed, and nothing was changed: ${reason}`, { cause: error })
}

const isEither = (signature: Buffer) => ({
  gzip: signature.readUInt16BE() === 0x1f8b,
  dump: signature.toString('latin1') === 'PGDMP',
})

async function openBackup(url: string, file: string, migrations: readonly Migration[]): Promise<CheckedBackup> {
  const kind = isEither(await signatureOf(file))
  if (kind.dump) {
    await checkDump(file, url)
    return { at: null, fill: client => fillFromDump(client, linesOfDump(file, url), migrations) }
  }
  const head = kind.gzip
    ? await readHead(file).catch(error => Promise.reject(damaged(file, `${error.message}.`)))
    : null
  if (!head) throw new StartError(`${file} is not a backup of Keyturn.`)
  refuseNewer(head.migrations, migrations)
  const rows = await checkArchive(file, head)
  return { at: head.at, fill: client => fillFromArchive(client, { file, head, rows }, migrations) }
}

async function signatureOf(file: string): Promise<Buffer> {
  const handle = await open(file)
  try {
    return (await handle.read(Buffer.alloc(5), 0, 5, 0)).buffer
  } finally {
    await handle.close()
  }
}

function refuseNewer(held: readonly number[], migrations: readonly Migration[]): void {
  const known = new Set(migrations.map(({ number }) => number))
  const unknown = held.find(number => !known.has(number))
  if (unknown === undefined) return
  throw new StartError(
    `The backup holds migration ${unknown}, which this Keyturn does not know: restore it with a newer Keyturn. Nothing was changed.`,
  )
}

async function makeRoom(client: pg.Client, replace: boolean): Promise<void> {
  await client.query("SET LOCAL lock_timeout = '15s'")
  const { rows } = await client.query("SELECT to_regclass('public.migrations') IS NOT NULL AS is_used")
  if (!rows[0].is_used) return
  if (!replace) {
    throw new StartError(
      'The database is not empty. Restore into a new one (another KEYTURN_DATA or DATABASE_URL), or add --replace to lose what it holds.',
    )
  }
  await client.query('DROP SCHEMA IF EXISTS pgboss CASCADE; DROP SCHEMA public CASCADE; CREATE SCHEMA public')
}

interface CheckedArchive {
  file: string
  head: ArchiveHead
  rows: RowCounts
}

async function fillFromArchive(
  client: pg.Client,
  { file, head, rows }: CheckedArchive,
  migrations: readonly Migration[],
): Promise<void> {
  const held = new Set(head.migrations)
  await migrateWithin(
    client,
    migrations.filter(({ number }) => held.has(number)),
  )
  await prepareQueueWithin(client)
  const { queue } = await versionsOf(client)
  if (queue !== head.queue) {
    throw new StartError(
      `The backup has version ${head.queue} of the job queue and this Keyturn version ${queue}: restore it with the Keyturn that made it, then update.`,
    )
  }
  const finish = await prepareForCopy(client, await copiedTables(client))
  const written = await runScript(client, linesOfGzip(file))
  const differing = Object.keys(rows).find(table => written[table] !== rows[table])
  if (differing) throw damaged(file, `the rows of ${differing} did not all arrive.`)
  await finish()
}

async function fillFromDump(
  client: pg.Client,
  lines: AsyncGenerator<Buffer>,
  migrations: readonly Migration[],
): Promise<void> {
  // The script of pg_dump makes what it needs, and it does not expect the schema that is always there.
  await runScript(client, lines)
  const { rows } = await client.query<{ number: string }>('SELECT number FROM public.migrations ORDER BY number')
  refuseNewer(
    rows.map(({ number }) => Number(number)),
    migrations,
  )
}
