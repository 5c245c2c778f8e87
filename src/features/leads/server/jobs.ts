import { z } from 'zod'
import { defineJob } from '../../../platform/server/jobs/jobs.ts'
import { region } from '../../../product/region/region.ts'
import { fadeBatch, fadingDay } from './commands/fading.ts'

/** Leads of one transaction. */
const BATCH = 500

/** Has scores fade each night of the brokerage, each lead once a day; what a night missed is made up for at once. */
export const fadeScores = defineJob({
  name: 'fade-scores',
  title: 'Let the scores of leads fade',
  data: z.object({}),
  cron: '17,47 * * * *',
  keyed: true,
  async run(ctx) {
    const day = fadingDay(ctx.now, region.zone)
    for (let more = true; more && !ctx.signal.aborted; )
      more = await ctx.transaction(change => fadeBatch(change, day, BATCH))
  },
})
