import { z } from 'zod'
import type { JobContext } from '../../../../platform/server/context.ts'
import { defineJob, type Job } from '../../../../platform/server/jobs/jobs.ts'
import { advanceDue } from '../commands/advance.ts'
import { startPending } from '../commands/start.ts'
import { sweepClock } from '../commands/sweep.ts'
import { RUN_AUTOMATIONS } from '../commands/wake.ts'
import { postponeFirstRun } from '../queries/engine.ts'

/** Events, and runs, of one transaction. */
const EVENTS = 500
const RUNS = 50

/**
 * Begins what is to begin and goes on with what is due, batch by batch until nothing is. Woken every minute, and at once by whatever
 * happens to a lead; what there is to do stands in tables, so that a lost wake-up loses nothing.
 */
export const runAutomations: Job<Record<string, unknown>> = defineJob({
  name: RUN_AUTOMATIONS.name,
  title: 'Take the next steps of automations',
  data: z.object({}),
  cron: '* * * * *',
  keyed: true,
  async run(ctx) {
    await ctx.transaction(change => sweepClock(change))
    while (!ctx.signal.aborted) {
      const started = await ctx.transaction(change => startPending(change, EVENTS))
      if (started + (await runBatch(ctx)) === 0) return
    }
  },
})

/** A batch; one that fails is tried run by run, so that a run that cannot go on stands in nobody's way. */
async function runBatch(ctx: JobContext): Promise<number> {
  try {
    return await ctx.transaction(change => advanceDue(change, RUNS))
  } catch (error) {
    ctx.log.error({ err: error }, 'a batch of runs of automations failed')
  }
  try {
    return await ctx.transaction(change => advanceDue(change, 1))
  } catch (error) {
    ctx.log.error({ err: error }, 'a run of an automation failed, and is tried again in an hour')
    return ctx.transaction(change => postponeFirstRun(change))
  }
}
