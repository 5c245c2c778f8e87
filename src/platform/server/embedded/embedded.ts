import { resolve } from 'node:path'
import { Client } from 'pg'
import { StartError } from '../start-error.ts'
import { type Cluster, clusterPassword, existingCluster, openCluster } from './cluster.ts'
import { gone, isAlive, pause, signal } from './process.ts'
import { ensureServer, liveServer, type Running, type ServerSettings } from './server.ts'

/** Where to keep the embedded database, and how to run it. */
export interface EmbeddedOptions {
  dataDir: string
  log: EmbeddedLog
  /** A free one when not given. */
  port?: number
  /** Megabytes of the server's page cache. */
  sharedBuffers?: number
  maxConnections?: number
  /** `false` trades safety for speed; for tests only. */
  durable?: boolean
}

/** What is told while the database starts and recovers. */
export interface EmbeddedLog {
  info(sentence: string): void
  warn(sentence: string): void
}

/** A database server that this process owns until `stop`. */
export interface EmbeddedDatabase {
  url: string
  stop(): Promise<void>
}

/** Held by the one Keyturn that uses a data folder; the connection that holds it ends with its process. */
const ownerLock = 0x6b657974
const ownerName = 'keyturn process '
const superuser = 'postgres'

/** Starts the database of a data folder, or takes over the one that a killed Keyturn left running. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { log, durable = true, sharedBuffers = 128, maxConnections = 60 } = options
  const cluster = await openCluster(resolve(options.dataDir), durable)
  const settings: ServerSettings = { port: options.port ?? null, sharedBuffers, maxConnections, durable }
  const owned = await own(cluster, settings, resolve(options.dataDir))
  await prepare(owned.client, cluster.password)
  return supervise({ cluster, settings: { ...settings, port: owned.server.port }, owned, log })
}

/** The address of the database of a data folder that is being served right now; `null` when none is. */
export async function runningEmbedded(dataDir: string): Promise<string | null> {
  const folder = await existingCluster(resolve(dataDir))
  const server = folder === null ? null : await liveServer(folder)
  return folder && server ? addressOf(server, await clusterPassword(folder)) : null
}

const addressOf = ({ port }: Running, password: string): string =>
  `postgres://keyturn:${password}@127.0.0.1:${port}/keyturn`

interface Owned {
  server: Running
  client: Client
}

/** The server notices this much later, at most, that a Keyturn was killed: whoever follows at once waits for that. */
const LEAVING_MS = 5_000

async function own(cluster: Cluster, settings: ServerSettings, dataDir: string): Promise<Owned> {
  const server = await ensureServer(cluster, settings)
  const client = await ownerClient(server, cluster)
  const deadline = Date.now() + LEAVING_MS
  while (!(await claimLock(client))) {
    const holder = await holderOf(client)
    if ((holder === null || !isAlive(holder)) && Date.now() < deadline) {
      await pause(50)
      continue
    }
    await client.end()
    const other = holder === null ? 'another Keyturn' : `another Keyturn (process ${holder})`
    throw new StartError(
      `The data folder ${dataDir} is in use by ${other}. Stop that one, or set KEYTURN_DATA to another folder.`,
    )
  }
  return { server, client }
}

async function claimLock(client: Client): Promise<boolean> {
  const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS is_ours', [ownerLock])
  return rows[0].is_ours
}

/** The process that holds the data folder; `null` when it let go a moment ago. */
async function holderOf(client: Client): Promise<number | null> {
  const { rows } = await client.query(
    `SELECT a.application_name AS name FROM pg_locks l JOIN pg_stat_activity a USING (pid)
     WHERE l.locktype = 'advisory' AND l.objid = $1 AND l.granted`,
    [ownerLock],
  )
  return rows[0] ? Number(rows[0].name.replace(ownerName, '')) : null
}

async function ownerClient({ port }: Running, { password, folder }: Cluster): Promise<Client> {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: superuser,
    password,
    database: 'postgres',
    keepAlive: true,
    application_name: `${ownerName}${process.pid}`,
  })
  client.on('error', () => {})
  await client.connect().catch(error => {
    throw new StartError(`The embedded database of ${folder} runs but refuses to be opened: ${error.message}.`, {
      cause: error,
    })
  })
  return client
}

/** The application works as a user who owns its database and nothing else. */
async function prepare(client: Client, password: string): Promise<void> {
  const { rows } = await client.query(
    `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = 'keyturn') AS has_role,
            EXISTS (SELECT FROM pg_database WHERE datname = 'keyturn') AS has_database`,
  )
  if (!rows[0].has_role) {
    await client.query(`CREATE ROLE keyturn LOGIN CREATEDB PASSWORD ${client.escapeLiteral(password)}`)
  }
  if (!rows[0].has_database) await client.query('CREATE DATABASE keyturn OWNER keyturn')
}

interface Supervised {
  cluster: Cluster
  settings: ServerSettings
  owned: Owned
  log: EmbeddedLog
}

/** Starts the server again whenever it dies, on the same port, so that open pools find it again. */
function supervise({ cluster, settings, owned, log }: Supervised): EmbeddedDatabase {
  let current = owned
  let isStopping = false
  let recovery = Promise.resolve()

  const watch = () => current.client.once('end', () => (recovery = recover()))
  const recover = async () => {
    while (!isStopping) {
      try {
        log.warn('The database stopped unexpectedly; it is being started again.')
        current = await own(cluster, settings, cluster.folder)
        watch()
        return log.info('The database is back.')
      } catch (error) {
        log.warn(error instanceof Error ? error.message : String(error))
        await pause(500)
      }
    }
  }
  watch()

  return {
    url: addressOf(owned.server, cluster.password),
    async stop() {
      if (isStopping) return recovery
      isStopping = true
      await recovery
      await current.client.end().catch(() => null)
      await stopServer(current.server.pid)
    },
  }
}

/** Ends the connections, writes everything out; pulls the plug (which is safe, too) when that takes too long. */
async function stopServer(pid: number): Promise<void> {
  signal(pid, 'SIGINT')
  if (await gone(pid, 7_000)) return
  signal(pid, 'SIGQUIT')
  await gone(pid, 2_000)
}
