import { randomBytes } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { urlOfDatabase } from '../../../testing/template.ts'
import { type Migration, migrate, readMigrations } from './migrate.ts'

const steps: Migration[] = [
  { number: 1, name: 'cups', sql: 'CREATE TABLE cups (id int)' },
  { number: 2, name: 'plates', sql: 'CREATE TABLE plates (id int)' },
]

describe('migrating', () => {
  const name = `migrate_${randomBytes(5).toString('hex')}`
  const url = () => urlOfDatabase(inject('databaseUrl'), name)
  const ask = async (address: string, statement: string) => {
    const client = new pg.Client({ connectionString: address })
    await client.connect()
    try {
      return (await client.query(statement)).rows
    } finally {
      await client.end()
    }
  }
  beforeEach(() => ask(inject('databaseUrl'), `CREATE DATABASE ${name}`))
  afterEach(() => ask(inject('databaseUrl'), `DROP DATABASE ${name} WITH (FORCE)`))

  it('runs each step once, also when two processes start together', async () => {
    const counts = await Promise.all([migrate(url(), steps), migrate(url(), steps)])
    expect(counts.sort()).toEqual([0, 2])
    expect(await migrate(url(), steps)).toBe(0)
  })

  it('keeps nothing of a step that fails, and goes on from there', async () => {
    const broken = { number: 3, name: 'broken', sql: 'CREATE TABLE forks (id int); SELECT 1/0' }
    await expect(migrate(url(), [...steps, broken])).rejects.toThrow('broken')
    expect(await ask(url(), "SELECT to_regclass('forks') AS forks, to_regclass('plates')::text AS plates")).toEqual([
      { forks: null, plates: 'plates' },
    ])
    expect(await migrate(url(), [...steps, { ...broken, sql: 'CREATE TABLE forks (id int)' }])).toBe(1)
  })

  it('refuses a database that is newer than the code', async () => {
    await migrate(url(), steps)
    await expect(migrate(url(), steps.slice(0, 1))).rejects.toThrow('newer version of Keyturn')
  })

  it('runs what another branch added at an earlier time', async () => {
    const later = { number: 202611221040, name: 'later', sql: 'CREATE TABLE later (id int)' }
    const earlier = { number: 202611220930, name: 'earlier', sql: 'CREATE TABLE earlier (id int)' }
    await migrate(url(), [...steps, later])
    expect(await migrate(url(), [...steps, earlier, later])).toBe(1)
    expect(await migrate(url(), [...steps, earlier, later])).toBe(0)
  })

  it('opens a database whose steps were counted', async () => {
    await ask(
      url(),
      'CREATE TABLE migrations (number integer PRIMARY KEY, name text NOT NULL, run_at timestamptz DEFAULT now())',
    )
    await ask(url(), "INSERT INTO migrations VALUES (1, 'cups')")
    expect(await migrate(url(), [...steps, { number: 202611221040, name: 'forks', sql: 'SELECT 1' }])).toBe(2)
  })
})

describe('reading migrations', () => {
  const folderOf = async (...files: string[]) => {
    const folder = await mkdtemp(join(tmpdir(), 'keyturn-migrations-'))
    for (const file of files) await writeFile(join(folder, file), 'SELECT 1')
    return folder
  }

  it('puts those named by their time behind the counted ones, in the order of time', async () => {
    const folder = await folderOf('20261122_1040_b.sql', '0027_z.sql', '20261122_0930_a.sql')
    expect((await readMigrations(folder)).map(({ number }) => number)).toEqual([27, 202611220930, 202611221040])
  })

  it('refuses two of the same minute, and a file that is named otherwise', async () => {
    await expect(readMigrations(await folderOf('20261122_1040_a.sql', '20261122_1040_b.sql'))).rejects.toThrow('number')
    await expect(readMigrations(await folderOf('28_short.sql'))).rejects.toThrow('should be named by its time')
  })
})
