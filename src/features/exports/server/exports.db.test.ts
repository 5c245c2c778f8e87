import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Workbook } from '@cj-tech-master/excelts'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FileAnswer, HandlerExtra } from '../../../platform/server/calls/handlers.ts'
import type { Change, JobContext, RemoteContext, WriteContext } from '../../../platform/server/context.ts'
import type { Database } from '../../../platform/server/database/database.ts'
import { addAgent, personAtWork, type TestAgent, type TestPerson } from '../../../testing/brokerage.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import type { LeadExport } from '../contract.ts'
import { exportHandlers } from './handlers.ts'
import { makeExport, purgeExports } from './jobs/makeExport.ts'

let database: Database
let filesDir: string
let admin: TestPerson
let agent: TestAgent
let other: TestAgent
let now = new Date()

const rights = [
  'signed_in',
  'is_admin',
  'view_leads',
  'view_all_leads',
  'view_profiles_for_leads',
  'export_leads',
] as const

beforeAll(async () => {
  database = await openTestDatabase()
  filesDir = await mkdtemp(join(tmpdir(), 'keyturn-exports-'))
  agent = await addAgent(database, 'Ada')
  other = await addAgent(database, 'Otto')
  const boss = await addAgent(database, 'Boss')
  await sql`INSERT INTO user_roles (user_id, role) VALUES (${boss.user_id}, 'admin')`.execute(database.db)
  admin = personAtWork(database, { user_id: boss.user_id, agent_id: null, rights, reach: [] })
})
afterAll(async () => {
  await database.close()
  await rm(filesDir, { recursive: true, force: true })
})
beforeEach(async () => {
  now = new Date()
  await sql`TRUNCATE leads, exports RESTART IDENTITY CASCADE`.execute(database.db)
})

const configOf = (person: TestPerson) => ({ ...person.reading.config, filesDir })
const writing = <Result>(person: TestPerson, work: (ctx: WriteContext) => Promise<Result>) =>
  person.writing(ctx => work({ ...ctx, config: configOf(person), now, enqueue: async () => {} }))
const reading = (person: TestPerson) => ({ ...person.reading, config: configOf(person), now })
const remoteContext = (person: TestPerson): RemoteContext => ({
  ...reading(person),
  transaction: work => writing(person, work),
})
const extra = (sendFile: HandlerExtra['sendFile'] = () => {}): HandlerExtra => ({
  ifMatch: null,
  files: [],
  header: () => null,
  sendFile,
})

/** A worker; `onPiece` runs after each transaction that it makes. */
const worker = (
  onPiece: (count: number) => Promise<void> = async () => {},
  signal = new AbortController().signal,
): JobContext => {
  let count = 0
  return {
    ...reading(admin),
    signal,
    async transaction<Result>(work: (ctx: Change) => Promise<Result>) {
      const result = await writing(admin, work)
      await onPiece(++count)
      return result
    },
  }
}

type Asked = Parameters<typeof exportHandlers.create>[1]
const ask = (asked: Asked, person = admin) =>
  writing(person, ctx => exportHandlers.create(ctx, asked, extra())) as Promise<LeadExport>
const look = (id: number, person = admin) => exportHandlers.get(reading(person), { id }, extra()) as Promise<LeadExport>
const run = (id: number, ctx = worker()) => makeExport.run(ctx, { export_id: id })
const storedFiles = () => readdir(join(filesDir, 'exports')).catch(() => [] as string[])

async function fetchFile(
  id: number,
  token: string | undefined,
  person = admin,
): Promise<{ file: FileAnswer; bytes: Buffer }> {
  const sent: FileAnswer[] = []
  const input = token === undefined ? { id } : { id, token }
  await exportHandlers.file(
    remoteContext(person),
    input,
    extra(answer => void sent.push(answer)),
  )
  const [file] = sent
  if (!file) throw new Error('No file was sent.')
  const chunks: Buffer[] = []
  for await (const chunk of file.body as AsyncIterable<Buffer>) chunks.push(chunk)
  return { file, bytes: Buffer.concat(chunks) }
}

async function exported(asked: Asked, person = admin): Promise<Record<string, string>[]> {
  const { id } = await ask({ ...asked, format: 'csv' }, person)
  await run(id)
  const done = await look(id, person)
  const { bytes } = await fetchFile(id, done.link?.token, person)
  return parse(bytes, { bom: true, columns: true })
}

async function addLeads(count: number, agent_id: number | null = null): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO leads (first_name, last_name, email, phone, agent_id, stated_price_max, status_value, created_at)
    SELECT 'Person ' || i, 'Number', 'p' || i || '@people.test', '+14165550' || lpad(i::text, 3, '0'), ${agent_id}::int,
           i * 100000, 1 + i % 9, '2026-07-01 12:00Z' FROM generate_series(1, ${count}::int) i RETURNING id`.execute(
    database.db,
  )
  return rows.map(row => row.id)
}

describe('an export', () => {
  it('names what a lead asked for, newest first, harmless to spreadsheets', async () => {
    const [asking = 0, silent = 0] = await addLeads(2)
    await sql`
      INSERT INTO lead_requests (lead_id, kind, address, price, source, created_at) VALUES
        (${asking}, 'viewing', '9 Elm Ave', NULL, 'Website form', '2026-11-20 15:00Z'),
        (${asking}, 'offer', '47 Niagara St', 87000000, 'Website form', '2026-11-22 03:00Z')`.execute(database.db)
    const rows = await exported({ lead_ids: [asking, silent], columns: ['id', 'requests'] })
    expect(rows.map(row => row.Requests)).toEqual([
      'Offer on 47 Niagara St for $870,000 (2026-11-21); Viewing of 9 Elm Ave (2026-11-20)',
      '',
    ])
  })

  it('holds the leads that pass the filter, with the columns that were chosen, in their order', async () => {
    await addLeads(20)
    const rows = await exported({ status: [3], columns: ['phone', 'name', 'price_to', 'status', 'created_at'] })
    expect(rows.map(row => row['Full name'])).toEqual(
      expect.arrayContaining(['Person 2 Number', 'Person 11 Number', 'Person 20 Number']),
    )
    expect(rows).toHaveLength(3)
    expect(Object.keys(rows[0] ?? {})).toEqual(['Phone', 'Full name', 'Price to', 'Status', 'Signed up'])
    const second = rows.find(row => row['Full name'] === 'Person 2 Number')
    expect(second).toEqual({
      Phone: '+1 416 555 0002',
      'Full name': 'Person 2 Number',
      'Price to': '2000',
      Status: 'Connected',
      'Signed up': '2026-07-01 08:00',
    })
  })

  it('of an entire list leaves out what was taken out of it; of chosen leads it keeps their order', async () => {
    const ids = await addLeads(5)
    const all = await exported({ all: true, tab: 'all', except: ids.slice(0, 2), columns: ['id'] })
    expect(all.map(row => Number(row['Lead number'])).sort()).toEqual(ids.slice(2))
    const chosen = [ids[3] ?? 0, ids[0] ?? 0]
    expect((await exported({ selected: chosen, columns: ['id'] })).map(row => Number(row['Lead number']))).toEqual(
      chosen,
    )
  })

  it('begins with the mark by which Excel knows UTF-8, and holds no formula', async () => {
    await sql`INSERT INTO leads (first_name, last_name, occupation) VALUES ('=1+1', '=cmd|calc!A1', '-2+3'), ('Éloïse', '李', '@x')`.execute(
      database.db,
    )
    const { id } = await ask({ columns: ['first_name', 'last_name', 'occupation'] })
    await run(id)
    const { bytes, file } = await fetchFile(id, (await look(id)).link?.token)
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    expect(file.filename).toMatch(/^Leads \d{4}-\d\d-\d\d \d\d\.\d\d\.csv$/)
    expect(bytes.toString()).toContain(`"'=1+1","'=cmd|calc!A1","'-2+3"`)
    expect(bytes.toString()).toContain(`"Éloïse","李","'@x"`)
  })

  it('as a workbook holds texts as texts, numbers as numbers and times as times', async () => {
    await addLeads(1200)
    await sql`UPDATE leads SET first_name = '=1+1', last_name = E'a\x01<&>"b' WHERE id = 1`.execute(database.db)
    const { id } = await ask({
      format: 'xlsx',
      sort: 'created_at',
      columns: ['first_name', 'last_name', 'price_to', 'created_at', 'phone'],
    })
    await run(id)
    const { bytes, file } = await fetchFile(id, (await look(id)).link?.token)
    expect(file.type).toContain('spreadsheetml')
    const workbook = new Workbook()
    await workbook.xlsx.load(new Uint8Array(bytes))
    const sheet = workbook.getWorksheet('Leads')
    expect(sheet?.rowCount).toBe(1201)
    const row = sheet?.getRow(2)
    expect(row?.getCell(1).value).toBe("'=1+1")
    expect(row?.getCell(2).value).toBe('a<&>"b')
    expect(row?.getCell(3).value).toBe(1000)
    expect(row?.getCell(4).value).toEqual(new Date('2026-07-01T08:00:00Z'))
    expect(row?.getCell(5).value).toBe('+1 416 555 0001')
  })

  it('never holds a lead that its owner does not reach', async () => {
    const own = await addLeads(3, agent.agent_id)
    const foreign = await addLeads(3, other.agent_id)
    await sql`INSERT INTO user_permissions (user_id, permission, granted) VALUES (${agent.user_id}, 'export_leads', true), (${agent.user_id}, 'view_leads', true)`.execute(
      database.db,
    )
    const person = personAtWork(database, {
      ...agent,
      rights: ['signed_in', 'is_agent', 'view_leads', 'export_leads'],
      reach: [agent.agent_id],
    })
    const chosen = await exported({ selected: [...foreign, ...own], columns: ['id'] }, person)
    expect(chosen.map(row => Number(row['Lead number']))).toEqual(own)
    expect(await exported({ all: true, columns: ['id'] }, person)).toHaveLength(3)
    await expect(ask({ all: true, tab: 'all' }, person)).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('leaves out a lead that went out of reach after it was chosen', async () => {
    await addLeads(1500)
    const { id } = await ask({ columns: ['id'] })
    const gone = async (piece: number) => {
      if (piece === 1) await sql`UPDATE leads SET deleted_at = now() WHERE id <= 1000`.execute(database.db)
    }
    await run(id, worker(gone))
    expect(await look(id)).toMatchObject({ status: 'done', row_count: 500, rows_done: 500 })
  })

  it('that was cancelled stops, and leaves no file', async () => {
    await addLeads(2000)
    const before = await storedFiles()
    for (const format of ['csv', 'xlsx'] as const) {
      const { id } = await ask({ format })
      const cancel = async (piece: number) => {
        if (piece === 2) await writing(admin, ctx => exportHandlers.cancel(ctx, { id }, extra()))
      }
      await run(id, worker(cancel))
      expect(await look(id)).toMatchObject({ status: 'cancelled', rows_done: 500, link: null })
      await expect(writing(admin, ctx => exportHandlers.cancel(ctx, { id }, extra()))).rejects.toMatchObject({
        code: 'conflict',
      })
    }
    expect(await storedFiles()).toEqual(before)
  })

  it('whose worker was killed is begun anew, with the leads of the first time and one file', async () => {
    await addLeads(1600)
    const { id } = await ask({ format: 'csv', columns: ['id'] })
    const stop = new AbortController()
    const kill = async (piece: number) => {
      if (piece === 2) stop.abort()
    }
    await expect(run(id, worker(kill, stop.signal))).rejects.toThrow('stops')
    expect(await look(id)).toMatchObject({ status: 'running', rows_done: 500 })
    await addLeads(5)
    await run(id)
    const done = await look(id)
    expect(done).toMatchObject({ status: 'done', row_count: 1600 })
    const { bytes } = await fetchFile(id, done.link?.token)
    const ids = parse(bytes, { bom: true, columns: true }) as Record<string, string>[]
    expect(new Set(ids.map(row => row['Lead number'])).size).toBe(1600)
    // What the first one wrote is swept up once it is old enough.
    now = new Date(Date.now() + 2 * 3_600_000)
    await purgeExports.run(worker(), {})
    expect(await storedFiles()).toHaveLength(1)
  })

  it('is written once, though two workers take it', async () => {
    await addLeads(1500)
    const { id } = await ask({ columns: ['id'] })
    const before = await storedFiles()
    const second = async (piece: number) => {
      if (piece === 2) await run(id)
    }
    await run(id, worker(second))
    expect(await look(id)).toMatchObject({ status: 'done', row_count: 1500 })
    expect((await storedFiles()).length).toBe(before.length + 1)
  })

  it('is opened by a link that ends after an hour, and by nobody else', async () => {
    await addLeads(2)
    const { id } = await ask({})
    await run(id)
    const token = (await look(id)).link?.token
    const second = personAtWork(database, { ...other, rights, reach: [] })
    await expect(fetchFile(id, token, second)).rejects.toMatchObject({ code: 'not_found' })
    await expect(fetchFile(id, undefined)).rejects.toMatchObject({
      code: 'validation',
      fields: { token: [`token is required. Get it from the link of GET exports/${id}.`] },
    })
    await expect(fetchFile(id, `${token}x`)).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('does not match the file'),
    })
    now = new Date(Date.now() + 61 * 60_000)
    await expect(fetchFile(id, token)).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('has expired'),
    })
    expect((await fetchFile(id, (await look(id)).link?.token)).bytes.length).toBeGreaterThan(10)
  })

  it('loses its file after a day', async () => {
    await addLeads(2)
    const { id } = await ask({})
    await run(id)
    now = new Date(Date.now() + 25 * 3_600_000)
    await purgeExports.run(worker(), {})
    expect(await look(id)).toMatchObject({ status: 'done', link: null, file_until: null })
    expect(await storedFiles()).toEqual([])
  })

  it('ends with a sentence when the right to it was taken away meanwhile', async () => {
    await addLeads(2)
    const { id } = await ask({})
    await sql`INSERT INTO user_permissions (user_id, permission, granted) VALUES (${admin.viewer.user_id}, 'export_leads', false)`.execute(
      database.db,
    )
    await run(id)
    expect(await look(id)).toMatchObject({ status: 'failed', problem: 'You no longer have the right to export.' })
    await sql`DELETE FROM user_permissions WHERE user_id = ${admin.viewer.user_id}`.execute(database.db)
  })

  it('says so when nothing passes, and does not pile up', async () => {
    await expect(ask({ status: [7] })).rejects.toMatchObject({
      code: 'conflict',
      message: 'There are no leads to export.',
    })
    await addLeads(1)
    for (let asked = 0; asked < 3; asked++) await ask({})
    await expect(ask({})).rejects.toMatchObject({ code: 'conflict' })
  })

  it('does not pile up either when many are asked for at the same moment', async () => {
    await addLeads(1)
    const answers = await Promise.allSettled(Array.from({ length: 12 }, () => ask({})))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  })

  it('stands in the audit log with its filter, its columns and how many leads it holds', async () => {
    await addLeads(4)
    const { id } = await ask({ status: [2, 3], columns: ['email'] })
    await run(id)
    const { rows } = await sql<{ changes: { after: object }[] }>`
      SELECT changes FROM audit_entries WHERE subject = 'export' AND subject_id = ${String(id)} ORDER BY id`.execute(
      database.db,
    )
    expect(rows.at(-1)?.changes[0]?.after).toMatchObject({ rows: 2, columns: ['email'], selection: { status: [2, 3] } })
  })
})

it('files are kept where nobody else reads them', async () => {
  await addLeads(1)
  const { id } = await ask({})
  await run(id)
  const [name] = await storedFiles()
  expect((await readFile(join(filesDir, 'exports', name ?? ''))).length).toBeGreaterThan(0)
})
