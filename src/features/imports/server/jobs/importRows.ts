import { join } from 'node:path'
import { z } from 'zod'
import type { Config } from '../../../../platform/server/config.ts'
import type { Audience, Change, JobContext } from '../../../../platform/server/context.ts'
import { defineJob, type Job } from '../../../../platform/server/jobs/jobs.ts'
import { Id } from '../../../../platform/wire/fields.ts'
import { lockImport, type StoredImport, setStatus } from '../queries/imports.ts'
import { batchesOf, type FileFormat, type FileRecord } from './records.ts'
import type { ImportPlan } from './saveBatch.ts'

/** Rows saved in one transaction. */
const BATCH_ROWS = 500
/** A run hands over to the next one after this long, so that a killed one is missed soon and a stopping process waits little. */
const RUN_MS = 15_000
/** Lists are told no more often than this while an import runs. */
const PUBLISH_LEADS_EVERY_MS = 2000

/** Where uploaded files of imports are. */
export const importFolder = (config: Config): string => join(config.filesDir, 'imports')

/** The people who see imports. */
export const importers: readonly Audience[] = ['right:import_leads']

const Data = z.object({ import_id: Id })

/** What understands rows is loaded by the first import: parsing dates alone takes tens of megabytes. */
const understanding = () => import('./saveBatch.ts')

/** Saves a batch as what the file holds. */
async function save(tx: Change, plan: ImportPlan, records: readonly FileRecord[]): Promise<boolean> {
  if (plan.stored.holds === 'history') return (await import('./saveEntries.ts')).saveEntries(tx, plan, records)
  return (await understanding()).saveBatch(tx, plan, records)
}

/** Imports the rows of a file in batches, from where the last run stopped. */
export const importRows: Job<z.output<typeof Data>> = defineJob({
  name: 'import-rows',
  title: 'Import the rows of a file',
  data: Data,
  // Slightly more than a run takes: a run that was killed starts again from its last batch.
  expireInSeconds: 45,
  run: async (ctx, { import_id }) => {
    const plan = await begin(ctx, import_id)
    if (plan) await runBatches(ctx, plan)
  },
})

/** Enqueues the next run of an import. */
export const enqueueRows = (ctx: Change, import_id: number): Promise<void> =>
  ctx.enqueue(importRows, { import_id }, { singletonKey: `import-${import_id}` })

function begin(ctx: JobContext, id: number): Promise<ImportPlan | null> {
  return ctx.transaction(async tx => {
    const stored = await lockImport(tx, id)
    if (stored.status !== 'queued' && stored.status !== 'running') return null
    if (stored.status === 'queued') await setStatus(tx, id, 'running')
    tx.changed('imports', [id], importers)
    return (await understanding()).planOf(tx, { ...stored, status: 'running' })
  })
}

/** How the stored file of an import is read. */
export const formatOf = (config: Config, stored: StoredImport): FileFormat => ({
  path: join(importFolder(config), stored.stored_as ?? ''),
  kind: stored.kind,
  encoding: stored.encoding,
  separator: stored.separator,
  has_header: stored.has_header,
})

async function runBatches(ctx: JobContext, plan: ImportPlan): Promise<void> {
  const { stored } = plan
  const startedAt = performance.now()
  let publishedAt = 0
  for await (const records of readable(ctx, plan)) {
    const isDue = performance.now() - publishedAt > PUBLISH_LEADS_EVERY_MS
    const isOver = ctx.signal.aborted || performance.now() - startedAt > RUN_MS
    const saved = await saveOrSplit(ctx, plan, records)
    await ctx.transaction(async tx => {
      if (saved && isOver) await enqueueRows(tx, stored.id)
      tx.changed('imports', [stored.id], importers)
      if (saved && isDue) tx.changed('leads', [], ['everyone'])
    })
    if (isDue) publishedAt = performance.now()
    if (!saved || isOver) return
  }
  await ctx.transaction(tx => finish(tx, stored.id, null))
}

/** Rows that the database refuses are told apart by halves, so that one of them does not stop the others. */
async function saveOrSplit(ctx: JobContext, plan: ImportPlan, records: readonly FileRecord[]): Promise<boolean> {
  try {
    return await ctx.transaction(tx => save(tx, plan, records))
  } catch (error) {
    if (!isRefusedData(error)) throw error
    ctx.log.warn({ err: error, import_id: plan.stored.id, rows: records.length }, 'rows were refused')
  }
  const [first] = records
  if (first && records.length === 1) {
    const problem = 'The row could not be saved.'
    return ctx.transaction(tx => save(tx, plan, [{ ...first, problem }]))
  }
  const half = Math.ceil(records.length / 2)
  return (await saveOrSplit(ctx, plan, records.slice(0, half))) && saveOrSplit(ctx, plan, records.slice(half))
}

/** PostgreSQL's classes 22 and 23: values that no table takes. Anything else may pass, and is tried again. */
const isRefusedData = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && /^2[23]/.test(String(error.code))

/** The batches that are left. A file that cannot be read ends the import with a sentence instead of trying for ever. */
async function* readable(ctx: JobContext, { stored }: ImportPlan) {
  try {
    yield* batchesOf(formatOf(ctx.config, stored), stored.rows_done, BATCH_ROWS)
  } catch (error) {
    ctx.log.error({ err: error, import_id: stored.id }, 'an import file could not be read')
    await ctx.transaction(tx => finish(tx, stored.id, 'The file could not be read completely. Upload it again.'))
  }
}

async function finish(tx: Change, id: number, problem: string | null): Promise<void> {
  const stored = await lockImport(tx, id)
  if (stored.status !== 'running') return
  await setStatus(tx, id, problem ? 'failed' : 'done', problem)
  auditEnd(tx, stored)
  tx.changed('imports', [id], importers)
  tx.changed('leads', [], ['everyone'])
}

/** One entry in the audit log for the whole import. */
export function auditEnd(tx: Change, stored: StoredImport): void {
  const { created, merged, skipped, failed, rows_done, file_name } = stored
  tx.audit({
    subject: 'import',
    subject_id: stored.id,
    after: { file_name, rows_done, created, merged, skipped, failed },
  })
}
