import { z } from 'zod'
import { defineJob, type Job } from '../../../platform/server/jobs/jobs.ts'
import { Id } from '../../../platform/wire/fields.ts'
import { renewalCauses } from '../rules/renewals.ts'
import { renewDeal } from './commands/renew.ts'
import { openDealsOf } from './queries/facts.ts'
import type { Cause } from './queries/renewals.ts'

/** Of jobs that wait since a version of the product that gave no cause. */
const unknown: Cause = { kind: 'other', deal_id: null }

/** Computes the open deals of agents anew, of whom one has closed or whose plan is another, one short transaction a deal. */
export const renewProjections: Job<{ agent_ids: number[]; cause?: Cause | undefined }> = defineJob({
  name: 'renew-commission-projections',
  title: 'Compute the commission of open deals anew',
  data: z.object({
    agent_ids: z.array(Id),
    cause: z.object({ kind: z.enum(renewalCauses), deal_id: Id.nullable() }).optional(),
  }),
  async run(ctx, { agent_ids, cause = unknown }) {
    for (const id of await openDealsOf(ctx, agent_ids)) {
      if (ctx.signal.aborted) throw new Error('The process is stopping; the rest is done at the next try.')
      await ctx.transaction(change => renewDeal(change, id, cause))
    }
  },
})
