import { z } from 'zod'
import { defineJob } from '../../../platform/server/jobs/jobs.ts'
import { end, expiringOffers } from './commands/handOver.ts'

/** Ends an offer whose time is over, so that the lead can be offered on. */
export const expireOffer = defineJob({
  name: expiringOffers.name,
  data: z.object({ lead_id: z.int() }),
  async run(ctx, { lead_id }) {
    await ctx.transaction(async change => {
      await end(change, { lead_ids: [lead_id], overdue: true }, 'expired')
    })
  },
})
