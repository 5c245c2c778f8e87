import { z } from 'zod'
import { defineJob } from '../../../platform/server/jobs/jobs.ts'
import { endOverdueOffers, expiringOffers } from './commands/handOver.ts'

/** Ends an offer whose time is over, so that the lead can be offered on. */
export const expireOffer = defineJob({
  name: expiringOffers.name,
  title: 'End the offer of a lead',
  data: z.object({ lead_id: z.int() }),
  about: (_ctx, { lead_id }) => ({ kind: 'lead', id: lead_id }),
  async run(ctx, { lead_id }) {
    await ctx.transaction(change => endOverdueOffers(change, lead_id))
  },
})
