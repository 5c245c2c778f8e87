import { subDays } from 'date-fns'
import { z } from 'zod'
import { defineJob, type Job } from '../../../platform/server/jobs/jobs.ts'
import { RECORDING_DAYS } from '../rules/limits.ts'
import { deleteRecordedBefore } from './queries.ts'

/** People and days whose recordings one transaction deletes. */
const BATCH = 20

/** Deletes recordings once they are older than they may become. */
export const purgeRecordings: Job<Record<string, unknown>> = defineJob({
  name: 'purge-session-recordings',
  title: 'Delete old session recordings',
  data: z.object({}),
  cron: '35 7 * * *',
  keyed: true,
  async run(ctx) {
    const oldest = subDays(ctx.now, RECORDING_DAYS).toISOString().slice(0, 10)
    for (;;) {
      const deleted = await ctx.transaction(change => deleteRecordedBefore(change, oldest, BATCH))
      if (deleted < BATCH || ctx.signal.aborted) return
    }
  },
})
