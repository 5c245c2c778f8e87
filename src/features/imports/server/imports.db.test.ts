import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
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
import { naughtyStrings } from '../../../testing/inputs/naughty.ts'
import type { Import, ImportOptions, Mapping } from '../contract.ts'
import { importHandlers } from './handlers.ts'
import { importRows } from './jobs/importRows.ts'
import { purgeImportFiles, undoImport } from './jobs/undoRows.ts'

let database: Database
let admin: TestPerson
let filesDir: string
let agent: { user_id: number; agent_id: number }
let torontoId: number
const samples = join(import.meta.dirname, '../../../testing/imports')

beforeAll(async () => {
  database = await openTestDatabase()
  filesDir = await mkdtemp(join(tmpdir(), 'keyturn-imports-'))
  agent = await addAgent(database, 'Importer')
  torontoId = await addArea(database, 'locality', 'Testopolis')
  const rights = ['signed_in', 'is_admin', 'view_leads', 'view_all_leads', 'import_leads'] as const
  admin = personAtWork(database, { user_id: agent.user_id, agent_id: null, rights, reach: [] })
})
afterAll(async () => {
  await database.close()
  await rm(filesDir, { recursive: true, force: true })
})
beforeEach(() => sql`TRUNCATE leads, imports, import_rows RESTART IDENTITY CASCADE`.execute(database.db))

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

const extra = (files: HandlerExtra['files'] = [], sendFile: HandlerExtra['sendFile'] = () => {}): HandlerExtra => ({
  ifMatch: null,
  files,
  header: () => null,
  sendFile,
})

/** Sends a file as the screen does. */
async function upload(
  path: string,
  filename: string,
  options: ImportOptions & { start?: boolean; mapping?: Mapping } = {},
): Promise<Import> {
  const ctx: RemoteContext = { ...admin.reading, config: config(), now: new Date(), transaction }
  const copy = join(filesDir, `incoming-${Math.random()}`)
  await copyFile(path, copy)
  return (await importHandlers.upload(
    ctx,
    options,
    extra([{ filename, mimetype: 'text/csv', path: copy, size: 1 }]),
  )) as Import
}

async function uploadText(
  content: string | Buffer,
  options: ImportOptions & { start?: boolean; mapping?: Mapping } = {},
  name = 'people.csv',
) {
  const path = join(filesDir, 'written')
  await writeFile(path, content)
  return upload(path, name, options)
}

const found = (id: number) =>
  importHandlers.get({ ...admin.reading, now: new Date() }, { id }, extra()) as Promise<Import>

async function imported(content: string, options: ImportOptions & { mapping?: Mapping } = {}): Promise<Import> {
  const { id } = await uploadText(content, options)
  await importRows.run(jobContext(), { import_id: id })
  return found(id)
}

type Row = Record<string, unknown> & { id: number; tag_ids: number[] }
const leads = async () =>
  (await sql<Row>`SELECT * FROM leads WHERE deleted_at IS NULL ORDER BY id`.execute(database.db)).rows

async function firstLead(): Promise<Row> {
  const [first] = await leads()
  if (!first) throw new Error('There is no lead.')
  return first
}

describe('files of other products', () => {
  it('from Google Contacts bring names, numbers, notes, labels and places', async () => {
    const { id, origin } = await upload(join(samples, 'google.csv'), 'contacts.csv')
    await importRows.run(jobContext(), { import_id: id })
    expect(origin).toBe('Google Contacts')
    expect(await found(id)).toMatchObject({ status: 'done', created: 3, failed: 0, row_count: 3 })
    const [siobhan, huong, mohammed] = await leads()
    expect(siobhan).toMatchObject({
      first_name: 'Siobhán',
      last_name: "O'Connell-Ng",
      email: 'siobhan@example.test',
      phone: '+14165550101',
      source: 'Google Contacts',
    })
    expect(huong).toMatchObject({ first_name: 'Nguyễn Thị', last_name: 'Hương' })
    expect(mohammed).toMatchObject({ first_name: 'محمد', phone: '+14165550104' })
    const { rows } = await sql<{
      description: string
    }>`SELECT description FROM milestones WHERE lead_id = ${siobhan?.id ?? 0} AND milestone_type_id = 20`.execute(
      database.db,
    )
    expect(rows[0]?.description).toBe(
      'Wants a garden,\nand a "proper" kitchen\nAlso: s.oconnell@office.test, +14165550102',
    )
  })

  it('from Outlook are kept to the letter, however naughty, and rows without a person are told by line', async () => {
    const { id } = await upload(join(samples, 'outlook.csv'), 'outlook.csv')
    await importRows.run(jobContext(), { import_id: id })
    const done = await found(id)
    expect(done).toMatchObject({ origin: 'Outlook', created: 2, failed: 1 })
    expect(done.errors.data.filter(row => row.outcome === 'failed')).toMatchObject([
      { line: 4, reason: 'The row is empty.' },
    ])
    expect((await leads()).map(lead => lead.first_name)).toEqual(["Bob'); DROP TABLE leads;--", "=cmd|' /C calc'!A0"])
  })

  it('in French, with semicolons, from Windows, are understood', async () => {
    const { id } = await upload(join(samples, 'french.csv'), 'clients.csv')
    await importRows.run(jobContext(), { import_id: id })
    expect(await found(id)).toMatchObject({ encoding: 'windows-1252', separator: ';', created: 2 })
    expect(await leads()).toMatchObject([
      {
        first_name: 'Élodie',
        roles: ['buyer_lead'],
        status_value: 1,
        stated_price_min: 45_000_000,
        stated_price_max: 60_000_000,
      },
      { first_name: 'José', last_name: 'Muñoz', roles: ['rental_lead'], status_value: 4 },
    ])
  })

  it('of contact cards, in all three versions, are understood', async () => {
    const { id } = await upload(join(samples, 'phone.vcf'), 'phone.vcf')
    await importRows.run(jobContext(), { import_id: id })
    expect(await found(id)).toMatchObject({ kind: 'vcard', created: 3, failed: 0 })
    expect(await leads()).toMatchObject([
      { first_name: 'Ayşe', last_name: 'Öztürk', phone: '+14165550130' },
      { first_name: 'Willem', last_name: 'van der Berg', phone: '+14165550131' },
      { first_name: 'Ngozi', email: 'ngozi@example.test', phone: '+14165550132' },
    ])
  })

  it('that are no lists of people are refused with what to do', async () => {
    await expect(uploadText(Buffer.from('PK\u0003\u0004 workbook'), {}, 'people.xlsx')).rejects.toThrow(
      'Save the sheet as CSV',
    )
    await expect(uploadText('', {})).rejects.toThrow('The file is empty.')
    await expect(uploadText('<html>', {})).rejects.toThrow('not a CSV')
    await expect(uploadText(Buffer.from([1, 2, 0, 4, 255, 0, 0, 3]), {})).rejects.toThrow('not a text file')
  })
})

describe('starting', () => {
  const csv = 'Name,E-mail\nJane Roe,jane@example.test\n'
  it('waits for the mapping when asked to, and shows what the columns hold', async () => {
    const waiting = await uploadText(csv, { start: false })
    expect(waiting).toMatchObject({ status: 'waiting', row_count: 1, mapping: ['full_name', 'email'] })
    expect(waiting.columns[1]).toEqual({ name: 'E-mail', suggested: 'email', samples: ['jane@example.test'] })
    const started = await transaction(ctx => importHandlers.start(ctx, { id: waiting.id, tags: ['Spring'] }, extra()))
    expect(started.status).toBe('queued')
    await expect(transaction(ctx => importHandlers.start(ctx, { id: waiting.id }, extra()))).rejects.toThrow(
      'already started',
    )
  })
  it('waits when no column says who a person is', async () => {
    expect(await uploadText('Colour,Size\nred,4\n')).toMatchObject({ status: 'waiting' })
  })
  it('refuses a mapping that cannot work', async () => {
    const { id } = await uploadText(csv, { start: false })
    const start = (mapping: Mapping) => transaction(ctx => importHandlers.start(ctx, { id, mapping }, extra()))
    await expect(start([null, 'tags'])).rejects.toMatchObject({ code: 'validation' })
    await expect(start(['full_name', 'full_name'])).rejects.toMatchObject({ code: 'validation' })
    await expect(start(['full_name', 'email', 'phone'])).rejects.toMatchObject({ code: 'validation' })
  })
})

describe('rows', () => {
  it('that are wrong are told by line, can be fetched as CSV, and do not stop the others', async () => {
    const done = await imported(
      'First name,Email,Phone\nAnn,ann@example.test,\nBen,not-an-address,\n"Cal\nRow",cal@example.test,12\nDee,,416 555 0150\n',
    )
    expect(done).toMatchObject({ status: 'done', created: 2, failed: 2 })
    expect(done.errors).toMatchObject({
      total: 2,
      data: [{ line: 3, reason: '"not-an-address" is not an e-mail address.' }, { line: 4 }],
    })
    let sent: FileAnswer | null = null
    await importHandlers.failedRows(
      admin.reading,
      { id: done.id },
      extra([], file => {
        sent = file
      }),
    )
    const { body } = sent as unknown as { body: NodeJS.ReadableStream }
    expect(await text(body as never)).toBe(
      'First name,Email,Phone,Line,Reason\nBen,not-an-address,,3,"""not-an-address"" is not an e-mail address."\n"Cal\nRow",cal@example.test,12,4,"""12"" is not a phone number."\n',
    )
  })

  it('may be saved without what is wrong in them', async () => {
    const done = await imported('Name,Email\nBen Poe,not-an-address\n', { invalid: 'leave_out' })
    expect(done).toMatchObject({ created: 1, failed: 0, warned: 1 })
  })

  it('of all the naughty strings are saved or told, none stops the import', async () => {
    const quoted = naughtyStrings.map(one => `"${one.replaceAll('"', '""')}"`)
    const done = await imported(
      `Name,Email,Notes,Status,Tags\n${quoted.map((one, at) => `${one},n${at}@example.test,${one},${one},${one}`).join('\n')}\n`,
    )
    expect(done.status).toBe('done')
    expect(done.created + done.failed).toBe(naughtyStrings.length)
    expect(done.failed).toBe(0)
  })

  it('carry areas, agents, types, statuses, prices, dates and tags', async () => {
    await imported(
      'Name,Email,City,Assigned To,Type,Stage,Price,Date Added,Tags\nAnn Lee,ann@example.test,"Testopolis, ON",importer@people.test,Buyer/Seller,Hot,$1.2M,2024-05-06,VIP;Garden\n',
      { tags: ['Spring'] },
    )
    const ann = await firstLead()
    expect(ann).toMatchObject({
      agent_id: agent.agent_id,
      area_ids: [torontoId],
      roles: ['buyer_lead', 'seller_lead'],
      status_value: 5,
      stated_price_max: 120_000_000,
      created_at: '2024-05-06T00:00:00.000000Z',
    })
    expect(ann.tag_ids).toHaveLength(3)
  })
})

describe('people who are there already', () => {
  const csv =
    'First,Last Name,E-mail,Phone,Price\nJane,Roe,JANE.roe@gmail.com,416 555 0160,500k\nJane,Roe,janeroe@gmail.com,416 555 0161,\n'
  const first = csv.replace('First,', 'First Name,')
  it('are one lead within a file, whatever the spelling of the address', async () => {
    expect(await imported(first)).toMatchObject({ created: 1, merged: 1 })
    expect(await leads()).toHaveLength(1)
  })
  it('get their empty fields filled, and nothing else changed', async () => {
    await imported('First Name,E-mail\nJane,janeroe@gmail.com\n')
    await sql`UPDATE leads SET stated_price_max = 100`.execute(database.db)
    expect(await imported(first)).toMatchObject({ created: 0, merged: 2 })
    expect(await leads()).toMatchObject([
      {
        first_name: 'Jane',
        last_name: 'Roe',
        phone: '+14165550160',
        stated_price_min: 50_000_000,
        stated_price_max: 100,
        signup_attempts: 1,
      },
    ])
  })
  it('are overwritten, or left alone, when that was chosen', async () => {
    await imported('Name,Phone\nJane Roe,416 555 0170\n')
    expect(await imported('Name,Phone,Stage\nJanet Roe,416 555 0170,Hot\n', { existing: 'skip' })).toMatchObject({
      skipped: 1,
    })
    expect(await leads()).toMatchObject([{ first_name: 'Jane', status_value: 1 }])
    expect(await imported('Name,Phone,Stage\nJanet Roe,416 555 0170,Hot\n', { existing: 'replace' })).toMatchObject({
      merged: 1,
    })
    expect(await leads()).toMatchObject([{ first_name: 'Janet', status_value: 5 }])
  })
  it('keep what a row says otherwise in a note, and say so', async () => {
    await imported('Name,Phone,Email\nJane Roe,416 555 0190,jane@example.test\n')
    const done = await imported('Name,Phone,Email\nMary Poe,416 555 0190,mary@example.test\n')
    expect(done).toMatchObject({ merged: 1, warned: 1 })
    expect(done.errors.data).toMatchObject([
      { outcome: 'merged', line: 2, reason: expect.stringMatching(/^Matched Jane Roe\. /) },
    ])
    const { rows } = await sql<{ description: string }>`
      SELECT description FROM milestones WHERE milestone_type_id = 20`.execute(database.db)
    expect(rows).toEqual([{ description: 'Also: Mary Poe, mary@example.test' }])
  })
})

const many = (count: number, name = 'Person') =>
  `Name,Email\n${Array.from({ length: count }, (_, at) => `${name} ${at},p${at}@example.test`).join('\n')}\n`

describe('stopping and going on', () => {
  it('a run that is told to stop finishes its rows, and the next goes on behind them, no row twice', async () => {
    const { id } = await uploadText(many(1700))
    const stopping = AbortSignal.abort()
    await importRows.run(jobContext(stopping), { import_id: id })
    expect(await found(id)).toMatchObject({ status: 'running', rows_done: 500, created: 500 })
    await importRows.run(jobContext(), { import_id: id })
    expect(await found(id)).toMatchObject({ status: 'done', rows_done: 1700, created: 1700 })
    expect(await leads()).toHaveLength(1700)
  })
  it('two runs at once import no row twice', async () => {
    const { id } = await uploadText(many(1200))
    await Promise.all([
      importRows.run(jobContext(), { import_id: id }),
      importRows.run(jobContext(), { import_id: id }),
    ])
    await importRows.run(jobContext(), { import_id: id })
    expect(await found(id)).toMatchObject({ status: 'done', created: 1200, merged: 0 })
  })
  it('a cancelled import keeps what it saved and can be undone', async () => {
    const { id } = await uploadText(many(700))
    await importRows.run(jobContext(AbortSignal.abort()), { import_id: id })
    await transaction(ctx => importHandlers.cancel(ctx, { id }, extra()))
    await importRows.run(jobContext(), { import_id: id })
    expect(await found(id)).toMatchObject({ status: 'cancelled', created: 500, can_undo: true })
  })
})

describe('undo', () => {
  const undo = async (id: number) => {
    await transaction(ctx => importHandlers.undo(ctx, { id }, extra()))
    await undoImport.run(jobContext(), { import_id: id })
    return found(id)
  }
  it('deletes the leads it made, but none that somebody changed since', async () => {
    const { id } = await imported(many(3))
    const touched = await firstLead()
    await sql`UPDATE leads SET version = version + 1 WHERE id = ${touched.id}`.execute(database.db)
    expect(await undo(id)).toMatchObject({ status: 'undone', deleted: 2, kept: 1, can_undo: false })
    expect((await leads()).map(lead => lead.id)).toEqual([touched.id])
    await expect(undo(id)).rejects.toThrow('already undone')
  })
  it('puts back the fields that it changed, over several rows', async () => {
    await imported('Name,Email\nJane,jane@example.test\n')
    const before = await firstLead()
    const { id } = await imported(
      'First Name,Last Name,Email,Phone,Tags,Notes\nJane,Roe,jane@example.test,416 555 0180,VIP,hello\nJane,Poe,jane@example.test,416 555 0181,Cold,\n',
      { existing: 'replace' },
    )
    expect(await leads()).toMatchObject([{ last_name: 'Poe', phone: '+14165550181' }])
    expect(await undo(id)).toMatchObject({ restored: 1, deleted: 0 })
    const { version: _v, updated_at: _u, search_text: _s, ...rest } = await firstLead()
    const { version: _v2, updated_at: _u2, search_text: _s2, ...wanted } = before
    expect(rest).toEqual(wanted)
    const { rows } =
      await sql`SELECT 1 FROM lead_tags UNION ALL SELECT 1 FROM milestones WHERE milestone_type_id = 20`.execute(
        database.db,
      )
    expect(rows).toEqual([])
  })
  it('is over after thirty days, when the file is deleted too', async () => {
    const { id } = await imported(many(1))
    await sql`UPDATE imports SET finished_at = now() - interval '31 days'`.execute(database.db)
    await purgeImportFiles.run(jobContext(), {})
    expect(await found(id)).toMatchObject({ can_undo: false })
    const { rows } = await sql`SELECT stored_as FROM imports`.execute(database.db)
    expect(rows).toEqual([{ stored_as: null }])
  })
})
