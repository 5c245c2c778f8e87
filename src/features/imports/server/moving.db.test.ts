import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { HandlerExtra } from '../../../platform/server/calls/handlers.ts'
import type { Change, JobContext, RemoteContext, WriteContext } from '../../../platform/server/context.ts'
import type { Database } from '../../../platform/server/database/database.ts'
import { addAgent, personAtWork, type TestPerson } from '../../../testing/brokerage.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import type { Import, ImportOptions } from '../contract.ts'
import { importHandlers } from './handlers.ts'
import { dryRunImport } from './jobs/dryRun.ts'
import { importRows } from './jobs/importRows.ts'
import { undoImport } from './jobs/undoRows.ts'

let database: Database
let admin: TestPerson
let filesDir: string
let agent: { user_id: number; agent_id: number }

beforeAll(async () => {
  database = await openTestDatabase()
  filesDir = await mkdtemp(join(tmpdir(), 'keyturn-moving-'))
  agent = await addAgent(database, 'Importer')
  const rights = ['signed_in', 'is_admin', 'view_leads', 'view_all_leads', 'import_leads'] as const
  admin = personAtWork(database, { user_id: agent.user_id, agent_id: null, rights, reach: [] })
})
afterAll(async () => {
  await database.close()
  await rm(filesDir, { recursive: true, force: true })
})
beforeEach(() => sql`TRUNCATE leads, imports, import_rows, tasks RESTART IDENTITY CASCADE`.execute(database.db))

const config = () => ({ ...admin.reading.config, filesDir })
const transaction = <Result>(work: (ctx: WriteContext) => Promise<Result>) =>
  admin.writing(ctx => work({ ...ctx, config: config(), now: new Date(), enqueue: async () => {} }))
const jobContext = (signal = new AbortController().signal): JobContext => ({
  ...admin.reading,
  config: config(),
  now: new Date(),
  signal,
  transaction: <Result>(work: (ctx: Change) => Promise<Result>) => transaction(work),
})
const extra = (files: HandlerExtra['files'] = []): HandlerExtra => ({
  ifMatch: null,
  files,
  header: () => null,
  sendFile: () => {},
})
const found = (id: number) =>
  importHandlers.get({ ...admin.reading, now: new Date() }, { id }, extra()) as Promise<Import>

async function sent(content: string, options: ImportOptions & { start?: boolean } = {}): Promise<Import> {
  const path = join(filesDir, `written-${Math.random()}`)
  await writeFile(path, content)
  const ctx: RemoteContext = { ...admin.reading, config: config(), now: new Date(), transaction }
  const file = { filename: 'export.csv', mimetype: 'text/csv', path, size: content.length }
  return (await importHandlers.upload(ctx, options, extra([file]))) as Import
}

async function imported(content: string, options: ImportOptions = {}): Promise<Import> {
  const { id } = await sent(content, options)
  await importRows.run(jobContext(), { import_id: id })
  return found(id)
}

async function tried(content: string, options: ImportOptions = {}): Promise<Import> {
  const { id } = await sent(content, { ...options, start: false })
  await transaction(ctx => importHandlers.dryRun(ctx, { id, ...options }, extra()))
  await dryRunImport.run(jobContext(), { import_id: id })
  return found(id)
}

async function undone(id: number): Promise<Import> {
  await transaction(ctx => importHandlers.undo(ctx, { id }, extra()))
  await undoImport.run(jobContext(), { import_id: id })
  return found(id)
}

const entries = async () =>
  (
    await sql<{ lead_id: number; type: number; option: number | null; text: string; at: string; by: number | null }>`
      SELECT lead_id, milestone_type_id AS type, milestone_option_id AS option, description AS text, happened_at AS at,
        author_user_id AS by FROM milestones WHERE detail ? 'import_id' ORDER BY happened_at`.execute(database.db)
  ).rows
const tasks = async () =>
  (
    await sql`SELECT lead_id, agent_id, task_type, subject, completed FROM tasks WHERE deleted_at IS NULL ORDER BY id`.execute(
      database.db,
    )
  ).rows
const leads = async () =>
  (
    await sql<{ id: number; open_tasks: number; agent_id: number | null }>`
      SELECT id, open_tasks, agent_id FROM leads WHERE deleted_at IS NULL ORDER BY id`.execute(database.db)
  ).rows

const people =
  'ID,First Name,Last Name,Stage,Assigned To,Email 1,Phone 1,Favourite colour\n' +
  '901,Ann,Lee,Met with customer,importer@people.test,ann@example.test,416 555 0101,Blue\n' +
  '902,Ben,Poe,Lead,Gone Agent,ben@example.test,,\n'
const notes =
  'ID,Person ID,Subject,Body,Created By,Created\n' +
  '1,901,Tour,Loved the garden,importer@people.test,2024-03-05 14:30\n' +
  '2,902,,Call in May,Gone Agent,2024-03-06 09:00\n' +
  '3,999,,Nobody has this id,,2024-03-07 09:00\n'
const calls = 'Person ID,Is Incoming,Duration,Outcome,Note,Created\n901,false,61,Left Message,,2024-04-01 10:00\n'
const taskList =
  'Person ID,Name,Due Date,Is Completed,Assigned To,Created\n901,Call Ann about the offer,2024-05-01,false,,2024-04-02\n902,Send papers,2024-05-02,true,,2024-04-02\n'

describe('moving in from Follow Up Boss', () => {
  it('brings people, and after them their notes, calls and tasks with their own days and authors', async () => {
    expect(await imported(people)).toMatchObject({ origin: 'Follow Up Boss', holds: 'people', created: 2, failed: 0 })
    const [ann, ben] = await leads()
    expect(ann).toMatchObject({ agent_id: agent.agent_id })
    const first = await imported(notes)
    expect(first).toMatchObject({ holds: 'history', entry_kind: 'note', created: 2, failed: 1 })
    expect(first.errors.data).toMatchObject([{ line: 4, outcome: 'failed', reason: 'Nobody here has the id 999.' }])
    await imported(calls)
    await imported(taskList)
    expect(await entries()).toMatchObject([
      {
        lead_id: ann?.id,
        type: 20,
        text: 'Tour\nLoved the garden',
        by: agent.user_id,
        at: '2024-03-05T14:30:00.000000Z',
      },
      { lead_id: ben?.id, type: 20, text: 'Call in May\nWritten by Gone Agent', by: null },
      { lead_id: ann?.id, type: 1, option: 103 },
    ])
    expect(await tasks()).toMatchObject([
      {
        lead_id: ann?.id,
        agent_id: agent.agent_id,
        task_type: 'phone_call',
        subject: 'Call Ann about the offer',
        completed: false,
      },
      { lead_id: ben?.id, subject: 'Send papers', completed: true },
    ])
    expect(await leads()).toMatchObject([{ open_tasks: 1 }, { open_tasks: 0 }])
  })

  it('adds nothing twice when a file is sent again', async () => {
    await imported(people)
    await imported(notes)
    await imported(taskList)
    expect(await imported(notes)).toMatchObject({ created: 0, skipped: 2, failed: 1 })
    expect(await imported(taskList)).toMatchObject({ created: 0, skipped: 2 })
    expect(await entries()).toHaveLength(2)
  })

  it('finds people of a file without ids by address, number, or a name that one lead alone has', async () => {
    await imported(people)
    await imported('Name,Email\nTwin One,a@example.test\nTwin One,b@example.test\n')
    const header = 'Contact name,Email,Phone,Activity type,Date,Details\n'
    const rows =
      ',BEN@example.test,,Email,2024-01-01,one\n,,(416) 555-0101,SMS,2024-01-02,two\nBen Poe,,,Note,2024-01-03,three\nTwin One,,,Note,2024-01-04,whose?\n'
    expect(await imported(header + rows)).toMatchObject({ holds: 'history', created: 3, failed: 1 })
    expect((await entries()).map(one => [one.type, one.text])).toEqual([
      [3, 'one'],
      [2, 'two'],
      [20, 'three'],
    ])
  })

  it('shows the first entries as they will stand on timelines, before any is there', async () => {
    await imported(people)
    const { id } = await sent(notes, { start: false })
    const { rows } = await importHandlers.preview(
      { ...admin.reading, config: config(), now: new Date() },
      { id },
      extra(),
    )
    expect(rows).toMatchObject([
      { outcome: 'created', lead: { name: 'Ann Lee' }, type: 'Note', date: '2024-03-05T14:30:00.000000Z' },
      { outcome: 'created', lead: { name: 'Ben Poe' } },
      { outcome: 'failed', lead: null, remarks: ['Nobody here has the id 999.'] },
    ])
    expect(await entries()).toEqual([])
  })

  it('keeps columns that became nothing as a note, when that is chosen', async () => {
    await imported(people, { keep_rest: true })
    expect((await entries()).map(one => one.text)).toEqual(['Favourite colour: Blue'])
  })
})

describe('a dry run', () => {
  it('says of the whole file what would happen, and saves none of it', async () => {
    await imported('Name,Email\nAnn,ann@example.test\n')
    const { id, dry_run, status } = await tried(
      `${people}903,Cal,Row,Lead,,not an address,,\n904,Ann,Lee,Lead,,ben@example.test,,\n`,
    )
    expect(status).toBe('waiting')
    expect(dry_run).toMatchObject({ status: 'done', rows_done: 4, created: 1, merged: 2, failed: 1 })
    expect(dry_run?.agents).toEqual([{ word: 'Gone Agent', rows: 1 }])
    expect(dry_run?.rows).toMatchObject([{ line: 3 }, { line: 4, outcome: 'failed' }])
    expect(await leads()).toHaveLength(1)
    const { rows } = await sql`SELECT 1 FROM import_dry_keys`.execute(database.db)
    expect(rows).toEqual([])
    await transaction(ctx => importHandlers.start(ctx, { id }, extra()))
    await importRows.run(jobContext(), { import_id: id })
    expect(await found(id)).toMatchObject({ created: 1, merged: 2, failed: 1, dry_run: null })
  })

  it('of a history says who is found and who is not', async () => {
    await imported(people)
    const { dry_run } = await tried(notes)
    expect(dry_run).toMatchObject({ created: 2, failed: 1, agents: [{ word: 'Gone Agent', rows: 1 }] })
    expect(await entries()).toEqual([])
  })

  it('that was stopped goes on behind its last rows and counts none twice', async () => {
    const rows = Array.from({ length: 1200 }, (_, at) => `Person ${at},p${at % 1100}@example.test`)
    const { id } = await sent(`Name,Email\n${rows.join('\n')}\n`, { start: false })
    await transaction(ctx => importHandlers.dryRun(ctx, { id }, extra()))
    await dryRunImport.run(jobContext(AbortSignal.abort()), { import_id: id })
    expect((await found(id)).dry_run).toMatchObject({ status: 'running', rows_done: 500 })
    await dryRunImport.run(jobContext(), { import_id: id })
    expect((await found(id)).dry_run).toMatchObject({ status: 'done', rows_done: 1200, created: 1100, merged: 100 })
  })
})

describe('taking a move back', () => {
  it('takes the history off, but for what somebody changed since', async () => {
    await imported(people)
    const { id } = await imported(notes)
    const list = await imported(taskList)
    await sql`UPDATE milestones SET description = 'Mine now', version = version + 1 WHERE description LIKE 'Tour%'`.execute(
      database.db,
    )
    expect(await undone(id)).toMatchObject({ status: 'undone', deleted: 1, kept: 1 })
    expect((await entries()).map(one => one.text)).toEqual(['Mine now'])
    expect(await undone(list.id)).toMatchObject({ deleted: 2, kept: 0 })
    expect(await tasks()).toEqual([])
    expect(await leads()).toMatchObject([{ open_tasks: 0 }, { open_tasks: 0 }])
  })

  it('deletes the people though a history came after them, and keeps and lists whom somebody wrote about', async () => {
    const { id } = await imported(people)
    await imported(notes)
    const [ann] = await leads()
    await sql`INSERT INTO notes (lead_id, description, author_user_id) VALUES (${ann?.id}, 'Likes tea', ${agent.user_id})`.execute(
      database.db,
    )
    expect(await undone(id)).toMatchObject({ deleted: 1, kept: 1 })
    expect(await leads()).toMatchObject([{ id: ann?.id }])
    expect(await importHandlers.kept(admin.reading, { id }, extra())).toMatchObject({
      data: [{ id: ann?.id, first_name: 'Ann', last_name: 'Lee' }],
    })
  })

  it('pressed twice, or run by two workers at once, takes each lead back once', async () => {
    const { id } = await imported(people)
    await transaction(ctx => importHandlers.undo(ctx, { id }, extra()))
    await expect(transaction(ctx => importHandlers.undo(ctx, { id }, extra()))).rejects.toThrow('already undone')
    await Promise.all([
      undoImport.run(jobContext(), { import_id: id }),
      undoImport.run(jobContext(), { import_id: id }),
    ])
    expect(await found(id)).toMatchObject({ status: 'undone', deleted: 2, kept: 0 })
  })
})
