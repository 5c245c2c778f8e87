import { z } from 'zod'
import type { JobContext } from '../../../../platform/server/context.ts'
import { defineJob, type Job } from '../../../../platform/server/jobs/jobs.ts'
import { runDueSteps } from '../commands/run.ts'
import { RUN_CAMPAIGNS } from '../commands/schedule.ts'
import { postponeFirst } from '../queries/due.ts'

/** Steps of one transaction. */
const BATCH = 200

/**
 * Runs what is due, batch by batch until nothing is. Woken every minute, and at once by whoever makes something due; the schedule itself
 * is in the table, so that a lost wake-up loses nothing.
 */
export const runCampaigns: Job<Record<string, unknown>> = defineJob({
  name: RUN_CAMPAIGNS.name,
  title: 'Take the next steps of campaigns',
  data: z.object({}),
  cron: '* * * * *',
  keyed: true,
  async run(ctx) {
    while (!ctx.signal.aborted) if ((await runBatch(ctx)) === 0) return
  },
})

/** A batch; one that fails is tried step by step, so that a step that cannot run stands in nobody's way. */
async function runBatch(ctx: JobContext): Promise<number> {
  try {
    return await ctx.transaction(change => runDueSteps(change, BATCH))
  } catch (error) {
    ctx.log.error({ err: error }, 'a batch of campaign steps failed')
  }
  try {
    return await ctx.transaction(change => runDueSteps(change, 1))
  } catch (error) {
    ctx.log.error({ err: error }, 'a campaign step failed, and is tried again in an hour')
    return ctx.transaction(change => postponeFirst(change))
  }
}
