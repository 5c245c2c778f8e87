import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { onDisk, StartError } from '../start-error.ts'
import { type Cluster, lastLine } from './cluster.ts'
import { isAlive, isPostgres, pause } from './process.ts'

/** A server that answers. */
export interface Running {
  pid: number
  port: number
}

/** How the server is run. */
export interface ServerSettings {
  port: number | null
  sharedBuffers: number
  maxConnections: number
  durable: boolean
}

const patience = 15_000
const largestLog = 10 * 1024 * 1024

/** The server of a cluster: the one that is alive, else a new one. */
export async function ensureServer(cluster: Cluster, settings: ServerSettings): Promise<Running> {
  const deadline = Date.now() + patience
  for (;;) {
    const running = await liveServer(cluster.folder)
    if (running) return running
    const started = await startServer(cluster, settings)
    if ('pid' in started) return started
    // After a crash the old server's memory is given back a moment later than its process ends.
    if (!started.isPassing || Date.now() > deadline) throw new StartError(started.sentence)
    await pause(200)
  }
}

/** The server that already serves a database folder, once it is ready; `null` when there is none. */
export async function liveServer(folder: string): Promise<Running | null> {
  for (;;) {
    const noted = await notedServer(folder)
    if (noted === null || !isAlive(noted.pid)) return null
    if (!isPostgres(noted.pid)) {
      // The number was given to another program since: the note is from a server that died.
      rmSync(join(folder, 'postmaster.pid'), { force: true })
      return null
    }
    if (noted.isReady) return { pid: noted.pid, port: noted.port }
    await pause(50)
  }
}

async function notedServer(folder: string): Promise<(Running & { isReady: boolean }) | null> {
  const lines = (await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  if (!pid) return null
  return { pid, port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' }
}

interface Failure {
  sentence: string
  /** Whether trying again soon may help. */
  isPassing: boolean
}

async function startServer(cluster: Cluster, settings: ServerSettings): Promise<Running | Failure> {
  const port = settings.port ?? (await freePort())
  const log = await onDisk(cluster.logFile, async () => openLog(cluster.logFile))
  const offset = statSync(cluster.logFile).size
  const child = spawn(cluster.binaries.postgres, ['-D', cluster.folder, ...serverOptions({ ...settings, port })], {
    ...(cluster.account ?? {}),
    cwd: '/',
    // Its own session, so that a Ctrl-C for Keyturn lets the last transactions finish.
    detached: true,
    stdio: ['ignore', log, log],
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
  })
  closeSync(log)
  child.unref()
  return (await ready(child, cluster.folder)) ? { pid: Number(child.pid), port } : explain(cluster, offset)
}

/** The server's words go to a file of their own, started afresh when it has grown large. */
function openLog(path: string): number {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  return openSync(path, size > largestLog ? 'w' : 'a', 0o600)
}

async function ready(child: ChildProcess, folder: string): Promise<boolean> {
  let hasFailed = false
  child.once('error', () => {
    hasFailed = true
  })
  while (!hasFailed && child.exitCode === null && child.signalCode === null) {
    const noted = await notedServer(folder)
    if (noted?.pid === child.pid && noted?.isReady) return true
    await pause(20)
  }
  return false
}

function explain(cluster: Cluster, offset: number): Failure {
  const said = readFileSync(cluster.logFile).subarray(offset).toString()
  const reason = said.split('\n').findLast(line => line.includes('FATAL:') || line.includes('PANIC:')) ?? lastLine(said)
  if (/No space left on device|Disk quota exceeded/.test(said)) {
    return { sentence: `The disk of ${cluster.folder} is full. Make room, then start again.`, isPassing: false }
  }
  const isPassing = /lock file|shared memory|could not bind|Address already in use/.test(said)
  const why = reason.replace(/^.*?(FATAL|PANIC):\s+/, '')
  return { sentence: `The embedded database did not start: ${why} (more in ${cluster.logFile}).`, isPassing }
}

function serverOptions({ port, sharedBuffers, maxConnections, durable }: ServerSettings): string[] {
  const settings: Record<string, string | number> = {
    port: port ?? 0,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: maxConnections,
    shared_buffers: `${sharedBuffers}MB`,
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    effective_cache_size: '1GB',
    max_wal_size: '1GB',
    random_page_cost: 1.1,
    max_parallel_workers_per_gather: 1,
    // One machine and mostly cached pages: no separate reader processes, which only cost memory.
    io_method: 'sync',
    jit: 'off',
    autovacuum_naptime: '15s',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Statements and key values hold personal data, which has no place in a log.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    ...(durable
      ? {}
      : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '256MB', autovacuum: 'off' }),
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** A port of the loopback address that nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}
