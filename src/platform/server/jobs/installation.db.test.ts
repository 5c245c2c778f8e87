import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { createTestDatabase } from '../../../testing/database.ts'
import { urlOfDatabase } from '../../../testing/template.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { recognizePlace } from './installation.ts'
import { isSendingPaused } from './sending.ts'

describe('an installation', () => {
  let url = ''
  let drop: () => Promise<void>
  let database: Database
  let folder = ''
  beforeAll(async () => {
    const made = await createTestDatabase()
    url = made.url
    drop = made.drop
    database = openDatabase(url, { connections: 1 })
  })
  afterAll(async () => {
    await database.close()
    await drop()
  })
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'keyturn-place-'))
  })
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true })
    await database.pool.query('DELETE FROM sending_pauses; DELETE FROM installation_signs')
  })

  const start = (more: { dataDir?: string; installation?: string | null; databaseUrl?: string | null } = {}) =>
    recognizePlace(url, { dataDir: folder, installation: null, databaseUrl: url, ...more })
  const isPaused = () => isSendingPaused(database.db)
  const forget = (kind: string, value: string) =>
    database.pool.query('UPDATE installation_signs SET value = $2 WHERE kind = $1', [kind, value])

  it('sends from its first start on, and again after each', async () => {
    expect(await start()).toBe(false)
    expect(await start()).toBe(false)
    expect(await isPaused()).toBe(false)
  })

  it('may have any number of processes, which do not pause each other, with folders of their own or one', async () => {
    await start({ installation: 'brokerage' })
    const other = await mkdtemp(join(tmpdir(), 'keyturn-place-'))
    const starts = await Promise.all([
      start({ installation: 'brokerage' }),
      start({ installation: 'brokerage', dataDir: other }),
      start({ installation: 'brokerage', dataDir: join(other, 'third') }),
    ])
    expect(starts).toEqual([false, false, false])
    expect(await start({ installation: 'brokerage', dataDir: other })).toBe(false)
    await rm(other, { recursive: true, force: true })
  })

  it.each([
    ['another data folder', async () => writeFile(join(folder, 'installation'), 'of-a-test-server\n'), {}],
    ['another database server', () => forget('database', '1/1'), {}],
    ['another machine, with the embedded database', () => forget('machine', 'another'), { databaseUrl: null }],
    ['another name', async () => {}, { installation: 'staging' }],
    ['no name', async () => {}, { installation: null }],
  ])('pauses once in %s', async (_where, move, config) => {
    await start({ installation: 'brokerage', ...('databaseUrl' in config ? config : {}) })
    await move()
    const there = { installation: 'brokerage', ...config }
    expect(await start(there)).toBe(true)
    expect(await isPaused()).toBe(true)
    await database.pool.query('UPDATE sending_pauses SET resumed_at = now()')
    expect(await start(there)).toBe(false)
    expect(await isPaused()).toBe(false)
  })

  it('pauses in a copy of its database on the same server', async () => {
    await start()
    await database.close()
    const server = openDatabase(inject('databaseUrl'), { connections: 1 })
    const name = `copy_${process.pid}_${Date.now()}`
    await server.pool.query(`CREATE DATABASE ${name} TEMPLATE ${new URL(url).pathname.slice(1)}`)
    database = openDatabase(url, { connections: 1 })
    const copy = urlOfDatabase(inject('databaseUrl'), name)
    expect(await recognizePlace(copy, { dataDir: folder, installation: null, databaseUrl: copy })).toBe(true)
    expect(await start()).toBe(false)
    await server.pool.query(`DROP DATABASE ${name} WITH (FORCE)`)
    await server.close()
  })
})
