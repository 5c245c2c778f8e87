import { subDays } from 'date-fns'
import { z } from 'zod'
import { defineJob, type Job } from '../../../platform/server/jobs/jobs.ts'
import { STOPPED_DAYS } from '../rules.ts'
import { deleteStoppedBefore } from './queries.ts'

const BATCH = 2000

/** Deletes the record of what blocks stopped once it is 90 days old. */
export const purgeStoppedContacts: Job<Record<string, unknown>> = defineJob({
  name: 'purge-stopped-contacts',
  title: 'Tidy up numbers of texts that were stopped',
  data: z.object({}),
  cron: '25 8 * * *',
  keyed: true,
  async run(ctx) {
    const moment = subDays(ctx.now, STOPPED_DAYS)
    for (let more = true; more && !ctx.signal.aborted; )
      more = await ctx.transaction(change => deleteStoppedBefore(change, moment, BATCH))
  },
})
