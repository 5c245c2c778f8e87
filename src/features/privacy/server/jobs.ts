import { z } from 'zod'
import { defineJob, type Job } from '../../../platform/server/jobs/jobs.ts'
import { erasePerson } from './commands/erase.ts'
import { limitsOf } from './commands/retention.ts'
import { expiredLeads, lockExpired, retentionOf } from './queries/retention.ts'
import { emptyReleased } from './queries/trades.ts'

const BATCH = 200

/**
 * Erases the people of whom nothing was heard for as long as the retention setting says, one transaction each, and empties what
 * deals say of people who were erased before, once the law no longer holds it.
 */
export const erasePassedPeople: Job<Record<string, unknown>> = defineJob({
  name: 'erase-passed-people',
  title: 'Erase people whose time is over',
  data: z.object({}),
  cron: '20 7 * * *',
  keyed: true,
  expireInSeconds: 3_600,
  async run(ctx) {
    await ctx.transaction(change => emptyReleased(change))
    const retention = await retentionOf(ctx)
    const limits = limitsOf(ctx, retention)
    if (!limits.quiet && !limits.deleted) return
    for (let above = 0; !ctx.signal.aborted; ) {
      const ids = await expiredLeads(ctx, limits, above, BATCH)
      for (const id of ids) {
        if (ctx.signal.aborted) return
        await ctx.transaction(async change => {
          if (await lockExpired(change, id, limits)) await erasePerson(change, id, 'Retention setting.')
        })
      }
      const last = ids.at(-1)
      if (last === undefined || ids.length < BATCH) return
      above = last
    }
  },
})
