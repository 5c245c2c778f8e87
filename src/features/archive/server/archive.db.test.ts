import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { inflateRawSync } from 'node:zlib'
import { RemoteZipReader } from '@cj-tech-master/excelts/archive'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { FileAnswer, HandlerExtra } from '../../../platform/server/calls/handlers.ts'
import type { AuditedChange, Change, JobContext, WriteContext } from '../../../platform/server/context.ts'
import type { Database } from '../../../platform/server/database/database.ts'
import { addAgent, personAtWork, type TestPerson } from '../../../testing/brokerage.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { archivedTables, harmlessColumns, leftOutColumns, leftOutTables, soundsSecret } from '../rules/tables.ts'
import { archiveHandlers } from './handlers.ts'
import { makeArchive, purgeArchives } from './jobs/makeArchive.ts'
import { columnsOfTables } from './queries/contents.ts'

let database: Database
let admin: TestPerson
let filesDir: string
/** What the audit log was told. */
let audited: AuditedChange[]

beforeAll(async () => {
  database = await openTestDatabase()
  filesDir = await mkdtemp(join(tmpdir(), 'keyturn-archive-'))
  const { user_id } = await addAgent(database, 'Archivist')
  await sql`INSERT INTO user_roles (user_id, role) VALUES (${user_id}, 'super_admin') ON CONFLICT DO NOTHING`.execute(
    database.db,
  )
  await sql`UPDATE users SET password_hash = 'not for others' WHERE id = ${user_id}`.execute(database.db)
  const rights = ['signed_in', 'is_admin', 'manage_users'] as const
  admin = personAtWork(database, { user_id, agent_id: null, rights, reach: [] })
})
afterAll(async () => {
  await database.close()
  await rm(filesDir, { recursive: true, force: true })
})
beforeEach(async () => {
  audited = []
  await sql`TRUNCATE archives, leads RESTART IDENTITY CASCADE`.execute(database.db)
})

const config = () => ({ ...admin.reading.config, filesDir, filesS3: null })
const transaction = <Result>(work: (ctx: WriteContext) => Promise<Result>) =>
  admin.writing(ctx =>
    work({
      ...ctx,
      config: config(),
      now: new Date(),
      enqueue: async () => {},
      audit: entry => void audited.push(entry),
    }),
  )
const jobContext = (signal = new AbortController().signal): JobContext => ({
  ...admin.reading,
  config: config(),
  now: new Date(),
  signal,
  transaction: <Result>(work: (ctx: Change) => Promise<Result>) => transaction(work),
})
const extra = (sendFile: HandlerExtra['sendFile'] = () => {}): HandlerExtra => ({
  ifMatch: null,
  files: [],
  header: () => null,
  sendFile,
})
const begun = () => transaction(ctx => archiveHandlers.create(ctx, {}, extra()))
const newest = async () => {
  const { data } = await archiveHandlers.list({ ...admin.reading, config: config(), now: new Date() }, {}, extra())
  if (!data[0]) throw new Error('There is no archive.')
  return data[0]
}

/** The entries of the archive that is there, by their names. */
async function opened(): Promise<Record<string, string>> {
  const { id, link } = await newest()
  const sent: FileAnswer[] = []
  await archiveHandlers.file(
    { ...admin.reading, config: config(), now: new Date(), transaction },
    { id, token: link?.token },
    extra(file => void sent.push(file)),
  )
  const [file] = sent
  if (!file || typeof file.body === 'string') throw new Error('No file was sent.')
  const bytes = await buffer(file.body as NodeJS.ReadableStream)
  const zip = await RemoteZipReader.fromReader({
    size: bytes.length,
    read: async (start, end) => bytes.subarray(start, end),
  })
  const entries: Record<string, string> = {}
  for (const name of zip.listFiles()) {
    const entry = zip.getEntry(name)
    const packed = entry && zip.getRawCompressedStream(entry)
    const raw = packed ? await buffer(packed as AsyncIterable<Uint8Array>) : Buffer.alloc(0)
    entries[name] = (entry?.compressionMethod === 8 ? inflateRawSync(raw) : raw).toString()
  }
  return entries
}

it('holds every table, or says why it does not', async () => {
  const tables = new Set((await columnsOfTables(admin.reading)).map(({ table }) => table))
  const known = [...Object.keys(archivedTables), ...Object.keys(leftOutTables)]
  expect([...tables].filter(table => !known.includes(table))).toEqual([])
  expect(known.filter(table => !tables.has(table))).toEqual([])
  expect(known.filter((table, at) => known.indexOf(table) !== at)).toEqual([])
})

it('holds no column that sounds like a secret, unless somebody has looked at it', async () => {
  const columns = (await columnsOfTables(admin.reading)).filter(({ table }) => table in archivedTables)
  const open = columns.filter(
    ({ table, column }) =>
      soundsSecret.test(column) &&
      !(column in (leftOutColumns[table] ?? {})) &&
      !(`${table}.${column}` in harmlessColumns),
  )
  expect(open.map(({ table, column }) => `${table}.${column}`)).toEqual([])
  const names = new Set(columns.map(({ table, column }) => `${table}.${column}`))
  const left = Object.entries(leftOutColumns).flatMap(([table, some]) =>
    Object.keys(some).map(one => `${table}.${one}`),
  )
  expect([...left, ...Object.keys(harmlessColumns)].filter(name => !names.has(name))).toEqual([])
})

it('is one ZIP of all rows, the files and what both mean, and holds no password', async () => {
  await sql`INSERT INTO leads (first_name, last_name, source)
    SELECT 'Ann' || n, CASE WHEN n = 7 THEN '=1+1' ELSE 'Lee, "A"' END, '' FROM generate_series(1, 2500) n`.execute(
    database.db,
  )
  await mkdir(join(filesDir, 'recordings'), { recursive: true })
  await writeFile(join(filesDir, 'recordings', 'call-1'), 'sound')
  await begun()
  await makeArchive.run(jobContext(), { archive_id: 1 })
  expect(await newest()).toMatchObject({ status: 'done', problem: null, files_done: 1 })
  const entries = await opened()
  const leads = entries['tables/leads.csv']?.split('\n') ?? []
  expect(leads).toHaveLength(2502)
  expect(leads[0]).toMatch(/^id,agent_id,first_name,last_name,/)
  expect(leads[1]).toContain('"Lee, ""A"""')
  expect(leads[7]).toContain(",'=1+1,")
  expect(entries['files/recordings/call-1']).toBe('sound')
  expect(entries['README.md']).toContain('### tables/leads.csv')
  expect(JSON.parse(entries['schema.json'] ?? '').left_out.sessions).toMatch(/keys or tokens/)
  expect(entries['tables/users.csv']).toContain('Archivist')
  expect(JSON.stringify(entries)).not.toContain('not for others')
})

it('is made once at a time, can be cancelled, and then leaves no file', async () => {
  const { id } = await begun()
  await expect(begun()).rejects.toThrow('An archive is being made')
  await transaction(ctx => archiveHandlers.cancel(ctx, { id }, extra()))
  await makeArchive.run(jobContext(), { archive_id: id })
  expect(await newest()).toMatchObject({ status: 'cancelled', link: null })
  await expect(transaction(ctx => archiveHandlers.cancel(ctx, { id }, extra()))).rejects.toThrow('already finished')
})

it('that is cancelled while it is written stops there, and leaves no file', async () => {
  const { id } = await begun()
  let steps = 0
  const job = jobContext()
  await makeArchive.run(
    {
      ...job,
      transaction: async work => {
        if (++steps === 2) await transaction(ctx => archiveHandlers.cancel(ctx, { id }, extra()))
        return job.transaction(work)
      },
    },
    { archive_id: id },
  )
  expect(await newest()).toMatchObject({ status: 'cancelled', link: null })
  const { rows } = await sql<{ stored_as: string | null }>`SELECT stored_as FROM archives`.execute(database.db)
  expect(rows).toEqual([{ stored_as: null }])
})

it('whose process stops is begun anew by the next one, and leaves nothing half', async () => {
  const { id } = await begun()
  await expect(makeArchive.run(jobContext(AbortSignal.abort()), { archive_id: id })).rejects.toThrow(
    'begins this archive anew',
  )
  const before = await readdir(join(filesDir, 'archives'))
  await makeArchive.run(jobContext(), { archive_id: id })
  expect(await newest()).toMatchObject({ status: 'done' })
  expect(await readdir(join(filesDir, 'archives'))).toHaveLength(before.length + 1)
})

it('opens to whoever made it, by a link that ends, and is deleted after a day', async () => {
  const { id } = await begun()
  await makeArchive.run(jobContext(), { archive_id: id })
  const ctx = { ...admin.reading, config: config(), transaction }
  const { link } = await newest()
  const open = (now: Date, token?: string) =>
    archiveHandlers.file(
      { ...ctx, now },
      { id, token },
      extra(file => {
        if (file.body instanceof Readable) file.body.destroy()
      }),
    )
  await expect(open(new Date())).rejects.toMatchObject({ code: 'validation' })
  await expect(open(new Date(Date.now() + 61 * 60_000), link?.token)).rejects.toThrow('expired')
  await open(new Date(), link?.token)
  expect(audited.at(-1)).toMatchObject({
    subject: 'archive',
    subject_id: id,
    after: { downloaded: expect.any(Number) },
  })
  await sql`UPDATE archives SET finished_at = now() - interval '25 hours'`.execute(database.db)
  await purgeArchives.run(jobContext(), {})
  expect(await newest()).toMatchObject({ status: 'done', link: null, file_until: null })
})
