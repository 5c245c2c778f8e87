import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Account, serverAccount } from '../../src/platform/server/embedded/account.ts'
import { gone, pause } from '../../src/platform/server/embedded/process.ts'
import { freePort } from '../../src/platform/server/embedded/server.ts'
import { canInstall, install } from './system-packages.ts'

/** A PostgreSQL of the system, in a cluster of its own that is thrown away. */
export interface OtherPostgres {
  url: string
  version: string
  /** Kills the server and starts it again on the same folder. */
  crash(): Promise<void>
  stop(): Promise<void>
}

const folders = '/usr/lib/postgresql'

/** Where the oldest installed PostgreSQL keeps its programs; installs one when that is missing and allowed. */
export function findPostgres(): string | null {
  return installedPostgres() ?? (installPostgres() ? installedPostgres() : null)
}

/** Only the programs: the package is told not to start a server of its own. */
function installPostgres(): boolean {
  if (!canInstall()) return false
  const settings = '/etc/postgresql-common/createcluster.d'
  mkdirSync(settings, { recursive: true })
  writeFileSync(join(settings, 'keyturn.conf'), 'create_main_cluster = false\n')
  return install('postgresql')
}

/** Where the oldest installed PostgreSQL keeps its programs, from the oldest on that the product supports; `null` when there is none. */
export function installedPostgres(): string | null {
  const versions = existsSync(folders)
    ? readdirSync(folders)
        .map(Number)
        .filter(version => version >= 15)
    : []
  const bins = versions.sort((a, b) => a - b).map(version => join(folders, String(version), 'bin'))
  return bins.find(bin => existsSync(join(bin, 'initdb')) && existsSync(join(bin, 'postgres'))) ?? null
}

/** Of databases that nobody misses after a power cut: a fifth of the time of the tests went into waiting for the disk. */
const FLEETING = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_wal_size=256MB', 'autovacuum=off']

/**
 * Starts it with an account that may create databases, and nothing more; what is not `durable` does not outlive a crash.
 * `sharedBuffers` is in MB.
 */
export async function startPostgres(bin: string, { durable = true, sharedBuffers = 64 } = {}): Promise<OtherPostgres> {
  const account = (await serverAccount(null)) ?? undefined
  const place = mkdtempSync(join(tmpdir(), 'keyturn-postgres-'))
  own(place, account)
  const folder = join(place, 'data')
  const password = randomBytes(18).toString('base64url')
  writeFileSync(join(place, 'password'), password, { mode: 0o600 })
  own(join(place, 'password'), account)
  const authentication = ['-U', 'keyturn', '--auth=scram-sha-256', `--pwfile=${join(place, 'password')}`]
  const as = { ...account, cwd: place, stdio: 'pipe' as const }
  execFileSync(
    join(bin, 'initdb'),
    ['-D', folder, '--locale=C.UTF-8', '--encoding=UTF8', '--no-sync', ...authentication],
    as,
  )
  const port = await freePort()
  const serving = { bin, folder, port, account, sharedBuffers, settings: durable ? [] : FLEETING }
  let child = await serve(serving)
  const version = execFileSync(join(bin, 'postgres'), ['--version'])
    .toString()
    .replace(/[^\d.]*([\d.]+).*\n/, '$1')
  return {
    url: `postgres://keyturn:${password}@127.0.0.1:${port}/postgres`,
    version,
    async crash() {
      child.kill('SIGKILL')
      await gone(Number(child.pid), 5_000)
      child = await serve(serving)
    },
    async stop() {
      child.kill('SIGINT')
      await gone(Number(child.pid), 10_000)
      rmSync(place, { recursive: true, force: true })
    },
  }
}

function own(path: string, account: Account | undefined): void {
  if (!account) return
  chownSync(path, account.uid, account.gid)
  if (!path.endsWith('password')) chmodSync(path, 0o755)
}

interface Serving {
  bin: string
  folder: string
  port: number
  account: Account | undefined
  sharedBuffers: number
  /** Beside those of every such server. */
  settings: readonly string[]
}

async function serve({ bin, folder, port, account, sharedBuffers, settings }: Serving) {
  const all = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    `shared_buffers=${sharedBuffers}MB`,
    ...settings,
  ]
  const options = all.flatMap(setting => ['-c', setting])
  for (let attempt = 0; attempt < 50; attempt++) {
    const parameters = ['-D', folder, '-p', String(port), ...options]
    const child = spawn(join(bin, 'postgres'), parameters, { ...account, cwd: '/', detached: true, stdio: 'ignore' })
    if (await answers(bin, port, () => child.exitCode === null)) return child
    await pause(200)
  }
  throw new Error(`The PostgreSQL of ${bin} did not start.`)
}

async function answers(bin: string, port: number, isRunning: () => boolean): Promise<boolean> {
  while (isRunning()) {
    try {
      execFileSync(join(bin, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' })
      return true
    } catch {
      await pause(50)
    }
  }
  return false
}
