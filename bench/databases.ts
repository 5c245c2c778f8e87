import { chmod, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findPostgres, startPostgres } from '../scripts/test/other-postgres.ts'
import { fillDemo } from '../src/app/demo/seed.ts'
import { prepareDatabase } from '../src/app/server.ts'
import { openDatabase } from '../src/platform/server/database/database.ts'
import { startEmbedded } from '../src/platform/server/embedded/embedded.ts'

/** A database to measure on. */
export interface BenchDatabase {
  name: string
  url: string
  stop(): Promise<void>
}

/** What both databases keep in memory, in MB: about what a machine with a million leads gives them. */
const SHARED_BUFFERS = 512

/** The embedded database, in a folder that is kept between runs so that a million leads are filled once. */
export async function embeddedDatabase(leads: number, say: (line: string) => void): Promise<BenchDatabase> {
  const dataDir = join(tmpdir(), `keyturn-bench-${leads}`)
  await mkdir(dataDir, { recursive: true })
  await chmod(dataDir, 0o711)
  const { url, stop } = await startEmbedded({ dataDir, log: { info: say, warn: say }, sharedBuffers: SHARED_BUFFERS })
  return { name: 'embedded', url, stop }
}

/** Another PostgreSQL: the one of `BENCH_DATABASE_URL`, else the newest installed one in a folder of its own. */
export async function otherDatabase(): Promise<BenchDatabase | null> {
  const given = process.env.BENCH_DATABASE_URL
  if (given) return { name: 'postgres', url: given, stop: async () => {} }
  const bin = findPostgres()
  if (bin === null) return null
  const server = await startPostgres(bin, { sharedBuffers: SHARED_BUFFERS })
  return { name: `postgres ${server.version}`, url: server.url, stop: server.stop }
}

/** Brings a database to the newest migration and to so many leads, brief ones from `many` on; answers the seconds that the fill took. */
export async function fillDatabase(
  url: string,
  leads: number,
  say: (line: string) => void,
  many?: number,
): Promise<number> {
  const start = performance.now()
  await prepareDatabase(url)
  const database = openDatabase(url, { connections: 2 })
  try {
    const made = await fillDemo(database.db, {
      leads,
      now: new Date(),
      log: { info: (line: string) => say(`  ${line}`) },
      ...(many === undefined ? {} : { many }),
    })
    return made === 0 ? 0 : (performance.now() - start) / 1000
  } finally {
    await database.close()
  }
}

/** A pool like the product's own. */
export const poolOf = (url: string): pg.Pool =>
  new pg.Pool({ connectionString: url, max: 4, options: '-c timezone=UTC' })
