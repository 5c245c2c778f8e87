import { z } from 'zod'
import { defineJob, type Job } from '../../../platform/server/jobs/jobs.ts'
import { Id } from '../../../platform/wire/fields.ts'
import { movingLeads, publishPlaces } from './commands/areas.ts'
import { moveLeads } from './queries/references.ts'

/** Leads of a batch: lists stay quick beside many short transactions. */
const BATCH_LEADS = 500
const RUN_MS = 15_000
const Data = z.object({ area_id: Id })

/** Moves the leads of a merged area to the one that stands for it. Each batch is found anew, so it may come twice or be cut short. */
export const moveArea: Job<z.output<typeof Data>> = defineJob({
  ...movingLeads,
  title: 'Move the leads of a merged area',
  data: Data,
  about: (_ctx, { area_id }) => ({ kind: 'area', id: area_id }),
  expireInSeconds: 45,
  run: async (ctx, { area_id }) => {
    const startedAt = performance.now()
    for (let goesOn = true; goesOn; ) {
      const isOver = ctx.signal.aborted || performance.now() - startedAt > RUN_MS
      goesOn = await ctx.transaction(async tx => {
        const moved = await moveLeads(tx, area_id, BATCH_LEADS)
        if (moved > 0) publishPlaces(tx, [area_id])
        if (moved > 0 && isOver) await tx.enqueue(movingLeads, { area_id })
        return moved > 0 && !isOver
      })
    }
  },
})
