import { z } from 'zod'
import { defineJob, type Job } from '../../../platform/server/jobs/jobs.ts'
import { endOverrides, evaluateDue } from './commands/evaluate.ts'

/** Standings evaluated in one transaction. */
const BATCH = 500

/**
 * Evaluates the conditions of agents whose day has begun where they are, and ends overrides that are over. Days begin at half
 * past an hour in some zones. An agent is evaluated once a day, however often this runs.
 */
export const evaluateQuotas: Job<Record<string, unknown>> = defineJob({
  name: 'evaluate-quotas',
  title: 'Work out the quotas of agents',
  data: z.object({}),
  cron: '4,34 * * * *',
  keyed: true,
  async run(ctx) {
    await ctx.transaction(endOverrides)
    for (let more = true; more && !ctx.signal.aborted; )
      more = (await ctx.transaction(change => evaluateDue(change, BATCH))) === BATCH
  },
})
