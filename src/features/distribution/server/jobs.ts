import { z } from 'zod'
import { defineJob } from '../../../platform/server/jobs/jobs.ts'
import { endOverdueOffers } from '../../transfers/server/commands/handOver.ts'
import { passOn } from './commands/distribute.ts'
import { MAX_STALLED } from './listeners.ts'
import { overdueLeads, stalledLeads } from './queries/states.ts'

/**
 * Finds offers that are over and leads that nobody is asked about, by time: every offer has a job of its own that ends it on the
 * second, and this one is for what a crash or a lost job left behind.
 */
export const repairDistribution = defineJob({
  name: 'repair-distribution',
  title: 'Offer leads that were left over',
  data: z.object({}),
  cron: '* * * * *',
  async run(ctx) {
    for (const id of await overdueLeads(ctx, MAX_STALLED)) await ctx.transaction(change => endOverdueOffers(change, id))
    for (const id of await stalledLeads(ctx, MAX_STALLED)) await ctx.transaction(change => passOn(change, id))
  },
})
