import { addDays } from 'date-fns'
import { z } from 'zod'
import type { JobContext } from '../../../../platform/server/context.ts'
import { defineJob } from '../../../../platform/server/jobs/jobs.ts'
import { dayAfter } from '../../../../platform/wire/days.ts'
import { countForReports } from '../commands/counting.ts'
import { arrivalSpan, noteWrongArrivals } from '../queries/arrivals.ts'
import { contactSpan, noteWrongDays } from '../queries/contactDays.ts'

/** Days that one statement proves. */
const PROVEN_DAYS = 30

/** Keeps what reports count ahead of time in step with what happens. */
export const sumForReports = defineJob({
  name: 'sum-for-reports',
  title: 'Count for reports what has changed',
  data: z.object({}),
  cron: '* * * * *',
  keyed: true,
  run: ctx =>
    countForReports(
      work => ctx.transaction(work),
      () => ctx.signal.aborted,
    ),
})

/**
 * Compares each night what was counted ahead of time with the records, for all days that there are. What differs is counted again, and
 * the job fails: somebody is to know that it did.
 */
export const proveReports = defineJob({
  name: 'prove-reports',
  title: 'Prove that reports count what the records say',
  data: z.object({}),
  cron: '10 8 * * *',
  keyed: true,
  retryLimit: 0,
  async run(ctx) {
    const [leads, days] = [await wrongArrivals(ctx), await wrongDays(ctx)]
    const wrong = [
      ...(leads.length > 0 ? [`how leads arrived (${leads.length}, for example lead ${leads[0]})`] : []),
      ...(days.length > 0 ? [`what was done on a day (${days.length}, for example ${days[0]})`] : []),
    ]
    if (wrong.length > 0)
      throw new Error(`Reports did not match the records: ${wrong.join(', ')}. They have been counted again.`)
  },
})

async function wrongArrivals(ctx: JobContext): Promise<number[]> {
  const span = await arrivalSpan(ctx)
  const wrong: number[] = []
  for (let start = span?.first; span && start && start <= span.last && !ctx.signal.aborted; ) {
    const [from, end] = [start, addDays(start, PROVEN_DAYS)]
    wrong.push(...(await ctx.transaction(change => noteWrongArrivals(change, from, end))))
    start = end
  }
  return wrong
}

async function wrongDays(ctx: JobContext): Promise<string[]> {
  const span = await contactSpan(ctx)
  const wrong: string[] = []
  for (let from = span?.from; span && from && from <= span.to && !ctx.signal.aborted; ) {
    const period = { from, to: dayAfter(from, PROVEN_DAYS - 1) }
    wrong.push(...(await ctx.transaction(change => noteWrongDays(change, period))))
    from = dayAfter(period.to, 1)
  }
  return wrong
}
