import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FileAnswer, HandlerExtra } from '../../../platform/server/calls/handlers.ts'
import type { Change, JobContext, RemoteContext, WriteContext } from '../../../platform/server/context.ts'
import type { Database } from '../../../platform/server/database/database.ts'
import { addAgent, addArea, personAtWork, type TestPerson } from '../../../testing/brokerage.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { tagOfName } from '../../tags/server/commands/tags.ts'
import { moveSome } from '../../tags/server/queries/leadTags.ts'
import type { Import, ImportOptions } from '../contract.ts'
import { importHandlers } from './handlers.ts'
import { importRows } from './jobs/importRows.ts'
import { undoImport } from './jobs/undoRows.ts'

let database: Database
let admin: TestPerson
let filesDir: string

beforeAll(async () => {
  database = await openTestDatabase()
  filesDir = await mkdtemp(join(tmpdir(), 'keyturn-merged-'))
  await addArea(database, 'locality', 'Testopolis')
  const { user_id } = await addAgent(database, 'Importer')
  const rights = ['signed_in', 'is_admin', 'view_leads', 'view_all_leads', 'import_leads'] as const
  admin = personAtWork(database, { user_id, agent_id: null, rights, reach: [] })
})
afterAll(async () => {
  await database.close()
  await rm(filesDir, { recursive: true, force: true })
})
beforeEach(() => sql`TRUNCATE leads, imports, import_rows RESTART IDENTITY CASCADE`.execute(database.db))

const config = () => ({ ...admin.reading.config, filesDir })
const transaction = <Result>(work: (ctx: WriteContext) => Promise<Result>) =>
  admin.writing(ctx => work({ ...ctx, config: config(), now: new Date() }))
const jobContext = (): JobContext => ({
  ...admin.reading,
  config: config(),
  now: new Date(),
  signal: new AbortController().signal,
  transaction: <Result>(work: (ctx: Change) => Promise<Result>) => transaction(work),
})
const extra = (files: HandlerExtra['files'] = [], sendFile: HandlerExtra['sendFile'] = () => {}): HandlerExtra => ({
  ifMatch: null,
  files,
  header: () => null,
  sendFile,
})

async function uploadText(content: string, options: ImportOptions & { start?: boolean } = {}): Promise<Import> {
  const path = join(filesDir, `incoming-${Math.random()}`)
  await writeFile(path, content)
  const ctx: RemoteContext = { ...admin.reading, config: config(), now: new Date(), transaction }
  const file = { filename: 'people.csv', mimetype: 'text/csv', path, size: 1 }
  return (await importHandlers.upload(ctx, options, extra([file]))) as Import
}

const found = (id: number) => importHandlers.get(admin.reading, { id }, extra()) as Promise<Import>

async function imported(content: string, options: ImportOptions = {}): Promise<Import> {
  const { id } = await uploadText(content, options)
  await importRows.run(jobContext(), { import_id: id })
  return found(id)
}

type Row = { id: number; email: string | null; phone: string | null; lead_score: number }
const leads = async () =>
  (await sql<Row>`SELECT * FROM leads WHERE deleted_at IS NULL ORDER BY id`.execute(database.db)).rows

async function firstLead(): Promise<Row> {
  const [first] = await leads()
  if (!first) throw new Error('There is no lead.')
  return first
}

describe('before and after', () => {
  const preview = async (content: string, options: ImportOptions = {}) => {
    const { id } = await uploadText(content, { start: false })
    const ctx = { ...admin.reading, config: config(), now: new Date() }
    return (await importHandlers.preview(ctx, { id, ...options }, extra())).rows
  }

  it('shows the first rows as they will be saved, and saves nothing', async () => {
    await imported('First name,Email,Phone\nJane,jane@people.test,416 555 0134\n')
    const rows = await preview(
      'First name,Last name,Email,Phone,City\nJane,Roe,JANE@people.test,,Testopolis\nNew,Person,new@people.test,905-555-0100,Nowhere\n,,new@people.test,,\nBad,Row,not an address,,\n',
      { tags: ['From the fair'] },
    )
    expect(rows.map(row => [row.line, row.outcome, row.name, row.email, row.phone, row.remarks])).toEqual([
      [2, 'merged', 'Jane Roe', 'jane@people.test', '+14165550134', []],
      [3, 'created', 'New Person', 'new@people.test', '+19055550100', ['There is no area "nowhere".']],
      [4, 'merged', '', 'new@people.test', '', ['Same person as line 3.']],
      [5, 'failed', 'Bad, Row, not an address', '', '', ['"not an address" is not an e-mail address.']],
    ])
    expect(rows[0]).toMatchObject({ lead: { name: 'Jane' }, tags: 'From the fair' })
    expect(await leads()).toHaveLength(1)
  })

  it('does not merge quietly whoever has the phone of a lead under another name', async () => {
    await imported('First name,Last name,Email,Phone\nYuki,Huang,yuki@people.test,416 555 0182\n')
    const rows = await preview(
      'First name,Last name,Email,Phone\nRobin,Oduya,robin@people.test,416 555 0182\nYuki,Huang,,416 555 0182\n',
    )
    expect(rows).toMatchObject([
      { outcome: 'merged', lead: { name: 'Yuki Huang' }, stranger: 'Robin Oduya' },
      { outcome: 'merged', lead: { name: 'Yuki Huang' }, stranger: null },
    ])
  })

  it('says which lines went into which leads, also as a file, and refreshes their scores', async () => {
    await imported('First name,Email\nJane,jane@people.test\n')
    const before = await firstLead()
    const { id, merged } = await imported('Email,Phone\njane@people.test,416 555 0134\nfresh@people.test,\n')
    expect(merged).toBe(1)
    const page = await importHandlers.merges(admin.reading, { id }, extra())
    expect(page).toMatchObject({ total: 1, data: [{ line: 2, lead: { first_name: 'Jane' }, changed: ['phone'] }] })
    let file: FileAnswer | undefined
    await importHandlers.mergedRows(
      admin.reading,
      { id },
      extra([], answer => (file = answer)),
    )
    expect(await text(file?.body as NodeJS.ReadableStream)).toContain(
      `2,${before.id},Jane,phone,/leads/Jane__${before.id}`,
    )
    expect(Number((await firstLead()).lead_score)).toBeGreaterThan(Number(before.lead_score))
  })

  it('never gives a lead the number of another one, and says where it went', async () => {
    await imported('First name,Email,Phone\nJane,jane@people.test,\nJoe,joe@people.test,416 555 0134\n')
    const { id } = await imported('Email,Phone\njane@people.test,416 555 0134\n')
    const [jane, joe] = await leads()
    expect([jane?.phone, joe?.phone]).toEqual([null, '+14165550134'])
    expect((await found(id)).errors.data[0]?.reason).toContain('+14165550134')
  })

  it('is not undone where somebody else has the former address by now', async () => {
    await imported('First name,Email,Phone\nJane,jane@people.test,416 555 0134\n')
    const { id } = await imported('Email,Phone\njane2@people.test,416 555 0134\n', { existing: 'replace' })
    await imported('First name,Email\nOther,jane@people.test\n')
    await transaction(ctx => importHandlers.undo(ctx, { id }, extra()))
    await undoImport.run(jobContext(), { import_id: id })
    expect(await found(id)).toMatchObject({ restored: 0, kept: 1 })
    expect((await leads()).map(lead => lead.email)).toEqual(['jane2@people.test', 'jane@people.test'])
  })

  it('takes back its own tags alone, also where tags were merged since', async () => {
    await imported('First name,Email\nJane,jane@people.test\n', { tags: ['Kept', 'Old'] })
    const { id } = await imported('Email\njane@people.test\n', { tags: ['Imported'] })
    const jane = await firstLead()
    const { rows: old } = await sql<{ id: number }>`SELECT id FROM tags WHERE name = 'Old'`.execute(database.db)
    await transaction(async ctx => {
      const into = await tagOfName(ctx, { name: 'New' })
      await moveSome(ctx, old[0]?.id ?? 0, into.id, 10)
    })
    await transaction(ctx => importHandlers.undo(ctx, { id }, extra()))
    await undoImport.run(jobContext(), { import_id: id })
    expect(await found(id)).toMatchObject({ restored: 1 })
    const { rows } = await sql<{ name: string }>`
      SELECT t.name FROM leads, unnest(tag_ids) AS tag JOIN tags t ON t.id = tag WHERE leads.id = ${jane.id}
      INTERSECT SELECT t.name FROM lead_tags JOIN tags t ON t.id = tag_id WHERE lead_id = ${jane.id}
      ORDER BY 1`.execute(database.db)
    expect(rows.map(row => row.name)).toEqual(['Kept', 'New'])
  })
})
