import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { openCluster } from '../../platform/server/embedded/cluster.ts'
import { type EmbeddedDatabase, startEmbedded } from '../../platform/server/embedded/embedded.ts'
import { gone, pause } from '../../platform/server/embedded/process.ts'
import { freePort } from '../../platform/server/embedded/server.ts'
import { makeTemplate, TEMPLATE, urlOfDatabase } from '../template.ts'

/** A database of the product with a server that follows it, by PostgreSQL's own streaming replication. */
export interface PrimaryAndStandby {
  /** The template's data, on the primary. */
  url: string
  /** A folder for the files of a server over them. */
  dataDir: string
  /** The same, on the server that follows. */
  standbyUrl: string
  /** Asks the standby as its superuser. */
  ofStandby(sql: string): Promise<Record<string, unknown>[]>
  /** Stops the standby at once, as a power cut does. */
  cutStandby(): Promise<void>
  stop(): Promise<void>
}

const silent = { info: () => {}, warn: () => {} }
const run = promisify(execFile)
const serving = { durable: false, sharedBuffers: 32, maxConnections: 60 } as const

/** Starts both, the standby from a copy of the primary's folder. */
export async function startPrimaryAndStandby(): Promise<PrimaryAndStandby> {
  const [dataDir, standbyDir] = [await newFolder(), await newFolder()]
  const first = await startEmbedded({ dataDir, log: silent, ...serving })
  await makeTemplate(first.url)
  await first.stop()
  const { folder } = await openCluster(dataDir, false)
  await run('cp', ['-a', folder, join(standbyDir, 'postgres')])
  const primary = await startEmbedded({ dataDir, log: silent, ...serving })
  const standby = await follow(primary, standbyDir)
  return {
    url: urlOfDatabase(primary.url, TEMPLATE),
    dataDir,
    standbyUrl: urlOfDatabase(standby.url, TEMPLATE),
    ofStandby: sql => ask(standby.superuserUrl, sql),
    cutStandby: standby.cut,
    async stop() {
      await standby.cut()
      await primary.stop()
      await rm(dataDir, { recursive: true, force: true })
      await rm(standbyDir, { recursive: true, force: true })
    },
  }
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'keyturn-standby-test-'))
  await chmod(folder, 0o711)
  return folder
}

async function follow(primary: EmbeddedDatabase, dataDir: string) {
  const { folder, account, binaries, password } = await openCluster(dataDir, false)
  const port = await freePort()
  const { port: primaryPort } = new URL(primary.url)
  await writeFile(join(folder, 'standby.signal'), '')
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: serving.maxConnections,
    primary_conninfo: `host=127.0.0.1 port=${primaryPort} user=postgres password=${password}`,
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(binaries.postgres, ['-D', folder, ...options], { ...account, cwd: '/', stdio: 'ignore' })
  const at = (user: string, database: string) => `postgres://${user}:${password}@127.0.0.1:${port}/${database}`
  await untilAnswering(child, at('postgres', 'postgres'))
  return {
    url: at('keyturn', 'keyturn'),
    superuserUrl: at('postgres', 'postgres'),
    async cut() {
      child.kill('SIGQUIT')
      await gone(Number(child.pid), 10_000)
    },
  }
}

async function untilAnswering(child: ChildProcess, url: string): Promise<void> {
  while (child.exitCode === null) {
    try {
      await ask(url, 'SELECT 1')
      return
    } catch {
      await pause(50)
    }
  }
  throw new Error('The standby did not start.')
}

async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
