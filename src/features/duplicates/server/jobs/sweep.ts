import { z } from 'zod'
import type { Change } from '../../../../platform/server/context.ts'
import { defineJob, type Job } from '../../../../platform/server/jobs/jobs.ts'
import { lookForPairs } from '../commands/look.ts'
import { advanceSweep, beginSweep, endSweep, leadsToSweep, lockSweep, purgeGonePairs } from '../queries/sweeps.ts'

/** Leads looked at in one transaction. */
const BATCH_LEADS = 100
/** A run hands over to the next one after this long, so that a stopping process waits little. */
const RUN_MS = 15_000

/** Walks over the leads that changed since the last walk, whatever wrote them; goes on where it stopped. */
export const sweepDuplicates: Job = defineJob({
  name: 'sweep-duplicates',
  title: 'Look through all leads for duplicates',
  data: z.object({}),
  cron: '40 3 * * *',
  keyed: true,
  expireInSeconds: 120,
  run: async ctx => {
    await ctx.transaction(tx => beginSweep(tx))
    const startedAt = performance.now()
    for (let goesOn = true; goesOn; ) {
      const isOver = ctx.signal.aborted || performance.now() - startedAt > RUN_MS
      goesOn = await ctx.transaction(async tx => {
        const more = await sweepBatch(tx)
        if (more && isOver) await tx.enqueue(sweepDuplicates, {})
        return more && !isOver
      })
    }
  },
})

/** One batch; false when there is nothing left, or another worker is at it. */
export async function sweepBatch(tx: Change): Promise<boolean> {
  const sweep = await lockSweep(tx)
  if (!sweep) return false
  const leads = await leadsToSweep(tx, sweep, BATCH_LEADS)
  const last = leads.at(-1)
  if (last === undefined) {
    await purgeGonePairs(tx)
    await endSweep(tx, sweep.id)
    tx.changed('duplicates', [], ['everyone'])
    return false
  }
  await lookForPairs(tx, leads)
  await advanceSweep(tx, sweep.id, { after_id: last, looked_at: leads.length })
  return true
}
