import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { StartError } from '../start-error.ts'
import { existingCluster } from './cluster.ts'
import { type EmbeddedDatabase, runningEmbedded, startEmbedded } from './embedded.ts'
import { gone, isAlive } from './process.ts'
import { liveServer } from './server.ts'

const silent = { info: () => {}, warn: () => {} }
const cleanUps: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function newDataDir({ mode = 0o711 } = {}): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'keyturn-embedded-test-'))
  await chmod(dataDir, mode)
  cleanUps.push(() => removeDatabase(dataDir))
  return dataDir
}

async function removeDatabase(dataDir: string): Promise<void> {
  const folder = await existingCluster(dataDir).catch(() => null)
  if (folder && !folder.startsWith(dataDir)) await rm(dirname(folder), { recursive: true, force: true })
  await rm(dataDir, { recursive: true, force: true })
}

async function start(dataDir: string, durable = false): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({ dataDir, log: silent, durable, sharedBuffers: 16, maxConnections: 20 })
  cleanUps.push(() => database.stop())
  return database
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

async function serverPid(dataDir: string): Promise<number> {
  const folder = await existingCluster(dataDir)
  const server = folder && (await liveServer(folder))
  if (!server) throw new Error('no server')
  return server.pid
}

/** Another Keyturn, as a process of its own that can be killed. */
async function otherKeyturn(dataDir: string): Promise<{ child: ChildProcess; url: string }> {
  const module = new URL('./embedded.ts', import.meta.url).href
  const code = `
    import { startEmbedded } from ${JSON.stringify(module)}
    const log = { info() {}, warn() {} }
    const { url } = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log, durable: false, sharedBuffers: 16 })
    console.log(url)
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'ignore'] })
  cleanUps.push(async () => child.kill('SIGKILL'))
  for await (const url of createInterface({ input: child.stdout })) return { child, url }
  throw new Error('The other Keyturn ended.')
}

const kill = async (child: ChildProcess) => {
  child.kill('SIGKILL')
  await gone(Number(child.pid), 5_000)
}

test('what was written is there after a stop and a start', async () => {
  const dataDir = await newDataDir()
  const first = await start(dataDir)
  await ask(first.url, 'CREATE TABLE note (text text); INSERT INTO note VALUES (lower($$É$$))')
  await first.stop()
  expect(await runningEmbedded(dataDir)).toBeNull()

  const second = await start(dataDir)
  expect(await ask(second.url, 'SELECT text FROM note')).toEqual([{ text: 'é' }])
  expect(await runningEmbedded(dataDir)).toBe(second.url)
})

test('the application owns its database, may use the search extensions, and is no superuser', async () => {
  const { url } = await start(await newDataDir())
  await ask(url, 'CREATE EXTENSION pg_trgm; CREATE EXTENSION btree_gin')
  expect(await ask(url, 'SELECT rolsuper FROM pg_roles WHERE rolname = current_user')).toEqual([{ rolsuper: false }])
  const passwordless = url.replace(/:[^:@]+@/, ':wrong@')
  await expect(ask(passwordless, 'SELECT 1')).rejects.toThrow(/password authentication failed/)
})

test('the server that a killed Keyturn left running is taken over', async () => {
  const dataDir = await newDataDir()
  const { child, url } = await otherKeyturn(dataDir)
  await ask(url, 'CREATE TABLE note (text text)')
  const pid = await serverPid(dataDir)
  await kill(child)

  const database = await start(dataDir)
  expect(database.url).toBe(url)
  expect(await serverPid(dataDir)).toBe(pid)
  await database.stop()
  expect(isAlive(pid)).toBe(false)
})

test('a second Keyturn on the same folder is told which process uses it, and does not disturb the first', async () => {
  const dataDir = await newDataDir()
  const { child, url } = await otherKeyturn(dataDir)
  const refusal = await startEmbedded({ dataDir, log: silent }).catch(error => error)
  expect(refusal).toBeInstanceOf(StartError)
  expect(refusal.message).toContain(`in use by another Keyturn (process ${child.pid})`)
  expect(await ask(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  await kill(child)
  await start(dataDir)
})

test('who follows a killed Keyturn at once waits until the server has noticed', async () => {
  const dataDir = await newDataDir()
  const { child, url } = await otherKeyturn(dataDir)
  await kill(child)
  // What the server still holds for the killed process, for as long as this test wants.
  const held = new pg.Client({
    connectionString: url.replace('//keyturn:', '//postgres:').replace(/keyturn$/, 'postgres'),
    application_name: `keyturn process ${child.pid}`,
  })
  await held.connect()
  await held.query('SELECT pg_advisory_lock($1)', [0x6b657974])
  const starting = start(dataDir)
  const refusals = `SELECT FROM pg_stat_activity
    WHERE application_name = 'keyturn process ${process.pid}' AND query LIKE '%pg_locks%'`
  await expect.poll(async () => (await held.query(refusals)).rowCount).toBe(1)
  await held.end()
  expect(await ask((await starting).url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('of two that start on a new folder at once, one gets it', { timeout: 60_000 }, async () => {
  const dataDir = await newDataDir()
  const [mine, theirs] = await Promise.all([
    startEmbedded({ dataDir, log: silent, durable: false }).catch(error => error),
    // Its process ends when it is refused.
    otherKeyturn(dataDir).catch(() => null),
  ])
  if (mine instanceof Error) {
    expect(mine).toBeInstanceOf(StartError)
    expect(theirs).not.toBeNull()
    return
  }
  cleanUps.push(() => mine.stop())
  expect(theirs).toBeNull()
  expect(await ask(mine.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('a killed server comes back on the same address with every acknowledged row', async () => {
  const dataDir = await newDataDir()
  const { url } = await start(dataDir, true)
  await ask(url, 'CREATE TABLE note (id int); INSERT INTO note SELECT generate_series(1, 1000)')
  const pid = await serverPid(dataDir)
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => ask(url, 'SELECT count(*)::int AS n FROM note').catch(() => null)).toEqual([{ n: 1000 }])
  expect(await serverPid(dataDir)).not.toBe(pid)
})

test('a first start that was killed half-way leaves nothing in the way', async () => {
  const dataDir = await newDataDir()
  const abandoned = join(dataDir, 'new-4194305-abcdef')
  mkdirSync(join(abandoned, 'postgres', 'base'), { recursive: true })
  writeFileSync(join(abandoned, 'postgres', 'PG_VERSION'), '18')
  const { url } = await start(dataDir)
  expect(await ask(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  expect(await readFile(join(abandoned, 'postgres', 'PG_VERSION')).catch(() => null)).toBeNull()
})

test('the folder of a newer PostgreSQL is refused with a sentence', async () => {
  const dataDir = await newDataDir()
  await (await start(dataDir)).stop()
  writeFileSync(join(String(await existingCluster(dataDir)), 'PG_VERSION'), '19\n')
  await expect(start(dataDir)).rejects.toThrow(/made by PostgreSQL 19, and this Keyturn carries PostgreSQL 18/)
})

test('a note left by a dead server whose number another program has now is not believed', async () => {
  const dataDir = await newDataDir()
  const database = await start(dataDir)
  await database.stop()
  const note = [process.ppid, dataDir, 0, 1, '', '127.0.0.1', '', 'ready'].join('\n')
  writeFileSync(join(String(await existingCluster(dataDir)), 'postmaster.pid'), note, { mode: 0o600 })
  const { url } = await start(dataDir)
  expect(await ask(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('a data folder that cannot be written is refused with a sentence', async () => {
  await expect(start('/etc/hostname/data')).rejects.toThrow(/is not a folder/)
})

test.runIf(process.getuid?.() === 0)('a data folder inside a private home works for root', async () => {
  const dataDir = await newDataDir({ mode: 0o700 })
  const first = await start(dataDir)
  await ask(first.url, 'CREATE TABLE note (text text)')
  await first.stop()
  const second = await start(dataDir)
  expect(await ask(second.url, 'SELECT * FROM note')).toEqual([])
})
