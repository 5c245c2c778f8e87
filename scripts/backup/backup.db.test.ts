import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { prepareDatabase } from '../../src/app/server.ts'
import { urlOfDatabase } from '../../src/testing/template.ts'
import { backUp } from './backup.ts'
import { pgProgram } from './pg-programs.ts'
import { restore } from './restore.ts'

const server = inject('databaseUrl')
const databases: string[] = []
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keyturn-backup-test-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))
afterEach(async () => {
  for (const name of databases.splice(0)) await ask(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
})

async function ask(url: string, sql: string) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

async function emptyDatabase(): Promise<string> {
  const name = `backup_${process.pid}_${Date.now()}_${databases.length}`
  databases.push(name)
  await ask(server, `CREATE DATABASE ${name}`)
  return urlOfDatabase(server, name)
}

const awkward = '$t$tab\there, line\nbreak, back\\slash, \u2028 separator, null \\N, end \\. É 🏠$t$'

async function filledDatabase(): Promise<string> {
  const url = await emptyDatabase()
  await prepareDatabase(url)
  await ask(
    url,
    `INSERT INTO audit_entries (call, subject_id) SELECT ${awkward}, n::text FROM generate_series(1, 500) n`,
  )
  await ask(url, "INSERT INTO audit_entries (call, changes) VALUES ('', NULL)")
  return url
}

const contents = (url: string) => ask(url, 'SELECT * FROM audit_entries ORDER BY id')

test('a backup, table by table, brings everything back into an empty database', async () => {
  const url = await filledDatabase()
  const file = join(folder, 'archive.backup')
  expect(await backUp(url, file, 'archive')).toBe('archive')
  const target = await emptyDatabase()
  await restore(target, file)
  expect(await contents(target)).toEqual(await contents(url))
  expect(await contents(target)).toHaveLength(501)
})

test('after a restore the product goes on counting, and its guards are back', async () => {
  const url = await filledDatabase()
  const file = join(folder, 'sequences.backup')
  await backUp(url, file, 'archive')
  const target = await emptyDatabase()
  await restore(target, file)
  expect(await ask(target, "INSERT INTO audit_entries (call) VALUES ('next') RETURNING id")).toEqual([{ id: '502' }])
  await expect(ask(target, 'DELETE FROM audit_entries')).rejects.toThrow('append-only')
  const references = "SELECT count(*) FROM pg_constraint WHERE contype = 'f'"
  expect(await ask(target, references)).toEqual(await ask(url, references))
})

test('what pg_dump saved is brought back by pg_restore, where they are new enough for the server', async context => {
  const url = await filledDatabase()
  if (!(await pgProgram('pg_dump', url))) return context.skip('no pg_dump of the version of this server')
  const file = join(folder, 'dump.backup')
  expect(await backUp(url, file)).toBe('pg_dump')
  const target = await emptyDatabase()
  await restore(target, file)
  expect(await contents(target)).toEqual(await contents(url))
})

test('a restore leaves a database alone that holds something, unless told to replace it', async () => {
  const url = await filledDatabase()
  const file = join(folder, 'replace.backup')
  await backUp(url, file, 'archive')
  await ask(url, "INSERT INTO audit_entries (call) VALUES ('later')")
  await expect(restore(url, file)).rejects.toThrow('not empty')
  expect(await contents(url)).toHaveLength(502)
  await restore(url, file, { replace: true })
  expect(await contents(url)).toHaveLength(501)
})

test('a backup never overwrites a file, and another file is no backup', async () => {
  const url = await filledDatabase()
  await expect(backUp(url, import.meta.filename, 'archive')).rejects.toThrow('exists already')
  await expect(restore(url, import.meta.filename)).rejects.toThrow('is not a backup')
})
