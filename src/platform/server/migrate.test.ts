import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { urlOfDatabase } from '../../testing/template.ts'
import { type Migration, migrate } from './migrate.ts'

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
})
