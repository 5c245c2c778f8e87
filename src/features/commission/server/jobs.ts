import { z } from 'zod'
import { defineJob, type Job } from '../../../platform/server/jobs/jobs.ts'
import { Id } from '../../../platform/wire/fields.ts'
import { renewDeal } from './commands/renew.ts'
import { openDealsOf } from './queries/facts.ts'

/** Computes the open deals of agents anew, of whom one has closed or whose plan is another, one short transaction a deal. */
export const renewProjections: Job<{ agent_ids: number[] }> = defineJob({
  name: 'renew-commission-projections',
  title: 'Compute the commission of open deals anew',
  data: z.object({ agent_ids: z.array(Id) }),
  async run(ctx, { agent_ids }) {
    for (const id of await openDealsOf(ctx, agent_ids)) {
      if (ctx.signal.aborted) throw new Error('The process is stopping; the rest is done at the next try.')
      await ctx.transaction(change => renewDeal(change, id))
    }
  },
})
