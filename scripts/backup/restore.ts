import { open } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { prepareDatabase } from '../../src/app/server.ts'
import { prepareQueue } from '../../src/platform/server/jobs.ts'
import { migrate, readMigrations } from '../../src/platform/server/migrate.ts'
import { StartError } from '../../src/platform/server/start-error.ts'
import { type ArchiveHead, readArchive, readHead } from './archive.ts'
import { pgProgram, runPgProgram } from './pg-programs.ts'

/** Fills an empty database from a backup and brings it to the newest migration. */
export async function restore(url: string, file: string, { replace = false } = {}): Promise<void> {
  const head = await readHead(file)
  if (!head && !(await isDump(file))) throw new StartError(`${file} is not a backup of Keyturn.`)
  await requireEmpty(url, replace)
  if (head) await restoreArchive(url, file, head)
  else await restoreDump(url, file)
  await prepareDatabase(url)
}

async function isDump(file: string): Promise<boolean> {
  const handle = await open(file)
  const { buffer } = await handle.read(Buffer.alloc(5), 0, 5, 0)
  await handle.close()
  return buffer.toString('latin1') === 'PGDMP'
}

async function requireEmpty(url: string, replace: boolean): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    const { rows } = await client.query("SELECT to_regclass('public.migrations') IS NOT NULL AS is_used")
    if (!rows[0].is_used) return
    if (!replace) {
      throw new StartError(
        'The database is not empty. Restore into a new one (another KEYTURN_DATA or DATABASE_URL), or add --replace to lose what it holds.',
      )
    }
    await client.query('DROP SCHEMA IF EXISTS pgboss CASCADE; DROP SCHEMA public CASCADE; CREATE SCHEMA public')
  } finally {
    await client.end()
  }
}

async function restoreArchive(url: string, file: string, head: ArchiveHead): Promise<void> {
  const migrations = await readMigrations(join(import.meta.dirname, '../../db/migrations'))
  const known = new Set(migrations.map(({ number }) => number))
  const unknown = head.migrations.find(number => !known.has(number))
  if (unknown !== undefined) {
    throw new StartError(
      `The backup holds migration ${unknown}, which this Keyturn does not know: restore it with a newer Keyturn.`,
    )
  }
  const held = new Set(head.migrations)
  await migrate(
    url,
    migrations.filter(({ number }) => held.has(number)),
  )
  await prepareQueue(url)
  await readArchive(url, file, head)
}

async function restoreDump(url: string, file: string): Promise<void> {
  const program = await pgProgram('pg_restore', url)
  if (!program)
    throw new StartError('This backup was made by pg_dump: install the PostgreSQL client of the server’s version.')
  const options = ['--no-owner', '--no-privileges', '--single-transaction', '--exit-on-error']
  runPgProgram(program, url, [...options, '--dbname', new URL(url).pathname.slice(1), file])
}
