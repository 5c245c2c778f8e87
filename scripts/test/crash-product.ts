import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { existingCluster } from '../../src/platform/server/embedded/cluster.ts'
import { runningEmbedded } from '../../src/platform/server/embedded/embedded.ts'
import { gone, pause } from '../../src/platform/server/embedded/process.ts'
import { freePort, liveServer } from '../../src/platform/server/embedded/server.ts'
import { findPostgres, startPostgres } from './other-postgres.ts'
import { root } from './steps.ts'

/** The product in a process of its own, which can be killed, over a database that can be killed. */
export interface Victim {
  engine: string
  url: string
  databaseUrl(): Promise<string>
  killServer(): Promise<void>
  killDatabase(): Promise<void>
  stop(): Promise<void>
}

/** Over the embedded database. */
export async function embeddedVictim(): Promise<Victim> {
  const dataDir = newDataDir()
  const server = await killableServer({ KEYTURN_DATA: dataDir })
  return {
    ...server,
    engine: 'embedded database',
    databaseUrl: () => addressWhenBack(dataDir),
    async killDatabase() {
      const folder = await existingCluster(dataDir)
      const running = folder && (await liveServer(folder))
      // The product itself notices and starts it again.
      if (running) process.kill(running.pid, 'SIGKILL')
    },
    async stop() {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function addressWhenBack(dataDir: string): Promise<string> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const url = await runningEmbedded(dataDir)
    if (url) return url
    await pause(100)
  }
  throw new Error('The embedded database did not come back.')
}

/** Over a PostgreSQL of the system; `null` where there is none. */
export async function postgresVictim(): Promise<Victim | null> {
  const bin = findPostgres()
  if (!bin) return null
  const dataDir = newDataDir()
  const postgres = await startPostgres(bin)
  const server = await killableServer({ KEYTURN_DATA: dataDir, DATABASE_URL: postgres.url })
  return {
    ...server,
    engine: `PostgreSQL ${postgres.version}`,
    databaseUrl: async () => postgres.url,
    killDatabase: postgres.crash,
    async stop() {
      await server.stop()
      await postgres.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const newDataDir = () => mkdtempSync(join(tmpdir(), 'keyturn-crash-'))

/** A process of the product that can be killed, and is started again. */
export async function killableServer(environment: NodeJS.ProcessEnv) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const settings = { PORT: String(port), HOST: '127.0.0.1', KEYTURN_LOG: 'silent', KEYTURN_DEMO_LEADS: '50' }
  const env = { ...process.env, ...settings, KEYTURN_REQUESTS_PER_MINUTE: '0', ...environment }
  const start = async () => {
    const started = spawn(process.execPath, ['src/app/main.ts'], {
      cwd: root,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    await answering(url, started)
    return started
  }
  let child = await start()
  return {
    url,
    async killServer() {
      child.kill('SIGKILL')
      await gone(Number(child.pid), 5_000)
      child = await start()
    },
    async stop() {
      child.kill('SIGTERM')
      await gone(Number(child.pid), 15_000)
    },
  }
}

async function answering(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const answer = await fetch(`${url}/readyz`).catch(() => null)
    if (answer?.ok) return
    await pause(50)
  }
  throw new Error('The product did not start, see above.')
}
