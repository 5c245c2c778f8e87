import { z } from 'zod'
import { defineJob } from '../../../../platform/server/jobs/jobs.ts'
import { purgeEvents } from '../queries/events.ts'

const BATCH = 10_000

/** Deletes, every night, what no dry run reads any more. */
export const purgeJournal = defineJob({
  name: 'purge-automation-events',
  title: 'Delete old events of automations',
  data: z.object({}),
  cron: '17 8 * * *',
  async run(ctx) {
    while (!ctx.signal.aborted) if ((await ctx.transaction(change => purgeEvents(change, BATCH))) < BATCH) return
  },
})
