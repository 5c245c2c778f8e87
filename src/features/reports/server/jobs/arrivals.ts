import { addDays } from 'date-fns'
import { z } from 'zod'
import { defineJob } from '../../../../platform/server/jobs/jobs.ts'
import { arrivalSpan, noteWrongArrivals, workOutArrivals } from '../queries/arrivals.ts'

/** Changes of one transaction. */
const BATCH = 5_000
/** Days that one statement proves. */
const PROVEN_DAYS = 30

/** Keeps how leads arrived in step with what happens to them, so that reports over years need not look at each lead again. */
export const workOutChangedArrivals = defineJob({
  name: 'work-out-arrivals',
  title: 'Work out for reports how leads arrived',
  data: z.object({}),
  cron: '* * * * *',
  keyed: true,
  async run(ctx) {
    for (let more = true; more && !ctx.signal.aborted; )
      more = (await ctx.transaction(change => workOutArrivals(change, BATCH))) === BATCH
  },
})

/**
 * Compares each night what reports were told ahead of time with the records, for all leads that ever came in. What differs is worked out
 * again, and the job fails: somebody is to know that it did.
 */
export const proveArrivals = defineJob({
  name: 'prove-arrivals',
  title: 'Prove that reports count what the records say',
  data: z.object({}),
  cron: '10 8 * * *',
  keyed: true,
  retryLimit: 0,
  async run(ctx) {
    const span = await arrivalSpan(ctx)
    const wrong: number[] = []
    for (let start = span?.first; span && start && start <= span.last && !ctx.signal.aborted; ) {
      const [from, end] = [start, addDays(start, PROVEN_DAYS)]
      wrong.push(...(await ctx.transaction(change => noteWrongArrivals(change, from, end))))
      start = end
    }
    if (wrong.length > 0)
      throw new Error(
        `Reports counted ${wrong.length === 1 ? 'a lead' : `${wrong.length} leads`} otherwise than the records say, for example lead ${wrong[0]}. They have been counted again.`,
      )
  },
})
