import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Change, JobContext, WriteContext } from '../../../platform/server/context.ts'
import { addAgent, personAtWork } from '../../../testing/brokerage.ts'
import { openTestDatabase } from '../../../testing/database.ts'
import { workbookFiles, zipOf } from '../../../testing/imports/workbooks.ts'
import { importHandlers } from './handlers.ts'
import { importRows } from './jobs/importRows.ts'
import { workbookLimits } from './jobs/inspection.ts'
import { unpackWorkbook } from './jobs/workbook.ts'

/** 100000 to measure what the specification names; fewer in every test run, where the bound is the same. */
const ROWS = Number(process.env.KEYTURN_IMPORT_ROWS ?? 4000)
const MAX_GROWTH_MB = 40
const MAX_WORKBOOK_GROWTH_MB = 10

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
const heap = () => {
  collectGarbage()
  return process.memoryUsage().heapUsed / 1024 / 1024
}

it(`${ROWS} rows are imported in memory that does not grow with the file`, { timeout: 600_000 }, async () => {
  const database = await openTestDatabase()
  const filesDir = await mkdtemp(join(tmpdir(), 'keyturn-imports-'))
  try {
    const { user_id } = await addAgent(database, 'Importer')
    const admin = personAtWork(database, { user_id, agent_id: null, rights: ['import_leads'], reach: [] })
    const config = { ...admin.reading.config, filesDir }
    const grown: number[] = []
    let before = 0
    const transaction = async <Result>(work: (ctx: WriteContext) => Promise<Result>) => {
      const result = await admin.writing(ctx => work({ ...ctx, config, enqueue: async () => {} }))
      if (before > 0) grown.push(heap() - before)
      return result
    }
    const path = join(filesDir, 'people.csv')
    const rows = Array.from(
      { length: ROWS },
      (_, at) =>
        `Élodie ${at},Person,p${at}@example.test,416 555 ${String(at % 10_000).padStart(4, '0')},Toronto,Hot,"A note of some length, ${at}"`,
    )
    await writeFile(path, `First Name,Last Name,Email,,City,Stage,Notes\n${rows.join('\n')}\n`)
    rows.length = 0
    const ctx = { ...admin.reading, config }
    const file = { filename: 'people.csv', mimetype: 'text/csv', path, size: 1 }
    const extra = { ifMatch: null, files: [file], header: () => null, sendFile: () => {} }
    const { id } = await importHandlers.upload(
      { ...ctx, transaction },
      { mapping: ['first_name', 'last_name', 'email', null, 'areas', 'status', 'note'] },
      extra,
    )
    before = heap()
    const startedAt = performance.now()
    const job: JobContext = {
      ...ctx,
      signal: new AbortController().signal,
      transaction: <Result>(work: (ctx: Change) => Promise<Result>) => transaction(work),
    }
    // A run ends after half a minute and hands over; this does what the queue does.
    for (let status = 'queued'; status !== 'done'; status = (await importHandlers.get(ctx, { id }, extra)).status)
      await importRows.run(job, { import_id: id })
    const seconds = (performance.now() - startedAt) / 1000
    const { rows: counted } = await sql<{ count: number }>`SELECT count(*) AS count FROM leads`.execute(database.db)
    expect(counted).toEqual([{ count: ROWS }])
    const peak = Math.max(...grown)
    if (process.env.KEYTURN_IMPORT_ROWS)
      process.stdout.write(
        `${ROWS} rows in ${seconds.toFixed(1)} s, heap grew by at most ${peak.toFixed(1)} MB, rss ${(process.memoryUsage().rss / 1048576).toFixed(0)} MB\n`,
      )
    expect(peak).toBeLessThan(MAX_GROWTH_MB)
  } finally {
    await database.close()
    await rm(filesDir, { recursive: true, force: true })
  }
})

it('a workbook is unpacked in memory that does not grow with it', { timeout: 600_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'keyturn-workbook-'))
  try {
    const path = join(folder, 'people.xlsx')
    const count = 30_000
    const numbers = Array.from({ length: count }, (_, at) => at)
    const note = '<c t="inlineStr"><is><t>What is said of them, at some length, again and again.</t></is></c>'
    const rows = numbers.map(at => `<row><c t="s"><v>${at}</v></c>${note.repeat(12)}</row>`).join('')
    const texts = numbers.map(at => `<si><t>Somebody with a name of some length ${at}</t></si>`).join('')
    await writeFile(path, await zipOf(workbookFiles({ sheets: { People: rows }, texts })))
    expect(rows.length / 1024 / 1024).toBeGreaterThan(2 * MAX_WORKBOOK_GROWTH_MB)
    const before = heap()
    const grown: number[] = []
    let asked = 0
    await unpackWorkbook(path, `${path}.rows`, {
      ...workbookLimits,
      // Asked with each row.
      get maxRows() {
        if (++asked % 5000 === 0) grown.push(heap() - before)
        return workbookLimits.maxRows
      },
    })
    expect(grown).toHaveLength(count / 5000)
    expect(Math.max(...grown)).toBeLessThan(MAX_WORKBOOK_GROWTH_MB)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
