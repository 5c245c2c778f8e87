import { subDays } from 'date-fns'
import { z } from 'zod'
import type { Change, JobContext } from '../../../platform/server/context.ts'
import { defineJob, type Job } from '../../../platform/server/jobs/jobs.ts'
import { Id } from '../../../platform/wire/fields.ts'
import { UNDO_DAYS } from '../contract.ts'
import { pairsOfMerge } from '../rules/undoing.ts'
import { publishPlaces } from './commands/areas.ts'
import { movingLeads } from './commands/merging.ts'
import { movingLeadsBack } from './commands/undo.ts'
import { storedMerge } from './queries/merges.ts'
import { isMerged, moveLeads, moveLeadsBack, stepOf } from './queries/moving.ts'
import { deleteRecordsBefore } from './queries/record.ts'

/** Leads of a batch: lists stay quick beside many short transactions. */
const BATCH_LEADS = 500
const BATCH_RECORDS = 10_000
const RUN_MS = 15_000

interface Batches {
  /** Moves some and answers how many it found; none ends the work. */
  move(tx: Change): Promise<number>
  /** Puts the rest into a job of its own, once this one has run long enough. */
  later(tx: Change): Promise<void>
}

/** Moves leads batch by batch, each in a transaction of its own. */
async function inBatches(ctx: JobContext, { move, later }: Batches): Promise<void> {
  const startedAt = performance.now()
  for (let goesOn = true; goesOn; ) {
    const isOver = ctx.signal.aborted || performance.now() - startedAt > RUN_MS
    goesOn = await ctx.transaction(async tx => {
      const moved = await move(tx)
      if (moved > 0 && isOver) await later(tx)
      return moved > 0 && !isOver
    })
  }
}

const OfArea = z.object({ area_id: Id })

/** Moves the leads of a merged area to the one that stands for it. Each batch is found anew, so it may come twice or be cut short. */
export const moveArea: Job<z.output<typeof OfArea>> = defineJob({
  ...movingLeads,
  title: 'Move the leads of a merged area',
  data: OfArea,
  about: (_ctx, { area_id }) => ({ kind: 'area', id: area_id }),
  expireInSeconds: 45,
  run: (ctx, { area_id }) =>
    inBatches(ctx, {
      async move(tx) {
        const step = await stepOf(tx, area_id)
        if (!step) return 0
        const moved = await moveLeads(tx, area_id, { step, limit: BATCH_LEADS })
        if (moved === 0) return 0
        publishPlaces(tx, [area_id])
        if (await isMerged(tx, step.into_id)) await tx.enqueue(movingLeads, { area_id: step.into_id })
        return moved
      },
      later: tx => tx.enqueue(movingLeads, { area_id }),
    }),
})

const OfMerge = z.object({ merge_id: Id, area_id: Id })

/** Moves the leads of an undone merge back. What a batch has done is no longer recorded, so it may come twice or be cut short. */
export const moveAreaBack: Job<z.output<typeof OfMerge>> = defineJob({
  ...movingLeadsBack,
  title: 'Move leads back to an area whose merge was undone',
  data: OfMerge,
  about: (_ctx, { area_id }) => ({ kind: 'area', id: area_id }),
  expireInSeconds: 45,
  async run(ctx, { merge_id, area_id }) {
    const merge = await storedMerge(ctx, merge_id)
    if (!merge || merge.undone_at === null) return
    const pairs = pairsOfMerge(merge)
    await inBatches(ctx, {
      async move(tx) {
        // Areas that were merged again meanwhile: their leads go on from there.
        const merged: number[] = []
        for (const { from } of pairs) if (await isMerged(tx, from)) merged.push(from)
        const moved = await moveLeadsBack(tx, merge_id, { pairs, limit: BATCH_LEADS })
        if (moved === 0) return 0
        publishPlaces(tx, [area_id])
        for (const id of merged) await tx.enqueue(movingLeads, { area_id: id })
        return moved
      },
      later: tx => tx.enqueue(movingLeadsBack, { merge_id, area_id }),
    })
  },
})

/** Deletes, every night, what was recorded of merges that can no longer be undone; a day later, so that an undo of the last hour ends. */
export const purgeAreaMerges: Job<Record<string, unknown>> = defineJob({
  name: 'purge-area-merges',
  title: 'Delete records of old merges of areas',
  data: z.object({}),
  cron: '35 8 * * *',
  keyed: true,
  async run(ctx) {
    const moment = subDays(ctx.now, UNDO_DAYS + 1)
    for (let isMore = true; isMore && !ctx.signal.aborted; )
      isMore = (await ctx.transaction(tx => deleteRecordsBefore(tx, moment, BATCH_RECORDS))) === BATCH_RECORDS
  },
})
