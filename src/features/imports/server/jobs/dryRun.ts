import { z } from 'zod'
import type { Change, JobContext } from '../../../../platform/server/context.ts'
import { defineJob, type Job } from '../../../../platform/server/jobs/jobs.ts'
import { Id } from '../../../../platform/wire/fields.ts'
import type { DryRun } from '../../contract.ts'
import { forgetDryKeys, writeDryRun } from '../queries/dryRuns.ts'
import { lockImport, type StoredImport, withPlan } from '../queries/imports.ts'
import { formatOf, importers } from './importRows.ts'
import { batchesOf, type FileRecord } from './records.ts'
import type { ImportPlan } from './saveBatch.ts'

const BATCH_ROWS = 500
/** A run hands over to the next one after this long, as that of an import does. */
const RUN_MS = 15_000
const Data = z.object({ import_id: Id })

/** Goes through a whole file as an import would, and keeps what it would do. It goes on where the last run stopped. */
export const dryRunImport: Job<z.output<typeof Data>> = defineJob({
  name: 'dry-run-import',
  title: 'Try an import without saving it',
  data: Data,
  expireInSeconds: 45,
  run: async (ctx, { import_id }) => {
    const began = await ctx.transaction(tx => lockImport(tx, import_id))
    if (began.status !== 'waiting' || began.dry_run?.status !== 'running') return
    const startedAt = performance.now()
    try {
      for await (const records of batchesOf(formatOf(ctx.config, began), began.dry_run.rows_done, BATCH_ROWS)) {
        if (!(await runBatch(ctx, began, records))) return
        if (!ctx.signal.aborted && performance.now() - startedAt < RUN_MS) continue
        await ctx.transaction(tx => enqueueDryRun(tx, import_id))
        return
      }
    } catch (error) {
      if (!isFileProblem(error)) throw error
      ctx.log.error({ err: error, import_id }, 'an import file could not be read')
      await end(ctx, import_id, 'failed')
      return
    }
    await end(ctx, import_id, 'done')
  },
})

/** Enqueues the next run of a dry run. */
export const enqueueDryRun = (ctx: Change, import_id: number): Promise<void> =>
  ctx.enqueue(dryRunImport, { import_id }, { singletonKey: `dry-run-${import_id}` })

/** The file is away, or is no longer what it was when it came. Anything else may pass, and is tried again. */
const isFileProblem = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(ENOENT|EACCES|EISDIR|ERR_|CSV_)/.test(String(error.code))

const samePlan = (a: DryRun, b: DryRun): boolean =>
  JSON.stringify([a.mapping, a.options]) === JSON.stringify([b.mapping, b.options])

/** False when another run was here first, the import was started, or it is tried under another plan by now. */
async function runBatch(ctx: JobContext, began: StoredImport, records: readonly FileRecord[]): Promise<boolean> {
  const { planOf } = await import('./saveBatch.ts')
  const { judgeBatch } = await import('./judgeBatch.ts')
  return ctx.transaction(async tx => {
    const stored = await lockImport(tx, began.id)
    const run = stored.dry_run
    const [first, last] = [records[0], records.at(-1)]
    const isMine = began.dry_run !== null && run !== null && samePlan(run, began.dry_run)
    if (stored.status !== 'waiting' || !isMine || run.status !== 'running' || run.rows_done !== (first?.row ?? 0) - 1)
      return false
    const plan: ImportPlan = await planOf(tx, withPlan(stored, run))
    const after = await judgeBatch(tx, plan, run, records)
    await writeDryRun(tx, stored.id, { ...after, rows_done: last?.row ?? run.rows_done })
    tx.changed('imports', [stored.id], importers)
    return true
  })
}

async function end(ctx: JobContext, id: number, status: DryRun['status']): Promise<void> {
  await ctx.transaction(async tx => {
    const { dry_run } = await lockImport(tx, id)
    if (dry_run?.status === 'running') await writeDryRun(tx, id, { ...dry_run, status })
    await forgetDryKeys(tx, id)
    tx.changed('imports', [id], importers)
  })
}
