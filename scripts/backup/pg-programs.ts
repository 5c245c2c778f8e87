import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { StartError } from '../../src/platform/server/start-error.ts'

const folders = '/usr/lib/postgresql'

/** The program of PostgreSQL's own that is new enough for a server; `null` when there is none. */
export async function pgProgram(name: 'pg_dump' | 'pg_restore', url: string): Promise<string | null> {
  const server = await majorOfServer(url)
  const installed = existsSync(folders) ? readdirSync(folders).map(version => join(folders, version, 'bin', name)) : []
  return [name, ...installed].find(program => majorOf(program) >= server) ?? null
}

async function majorOfServer(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  const { rows } = await client.query("SELECT current_setting('server_version_num')::int / 10000 AS major")
  await client.end()
  return rows[0].major
}

function majorOf(program: string): number {
  try {
    return Number(
      /(\d+)/.exec(execFileSync(program, ['--version'], { stdio: ['ignore', 'pipe', 'ignore'] }).toString())?.[1],
    )
  } catch {
    return 0
  }
}

/** Runs such a program; the address goes by the environment, so that the password is in no list of processes. */
export function runPgProgram(program: string, url: string, parameters: readonly string[]): void {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url)
  const env = {
    ...process.env,
    PGHOST: searchParams.get('host') ?? decodeURIComponent(hostname),
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    ...(searchParams.has('sslmode') ? { PGSSLMODE: searchParams.get('sslmode') ?? '' } : {}),
  }
  const { status } = spawnSync(program, parameters, { env, stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) throw new StartError(`${program} failed, see above.`)
}
