import { z } from 'zod'
import { defineJob, type Job } from '../../../../platform/server/jobs/jobs.ts'
import { Id } from '../../../../platform/wire/fields.ts'
import { REPLAN, replan } from '../commands/versions.ts'

const Data = z.object({ version_id: Id, after: z.int().min(0) })

/** Writes the times of leads anew who go on with an edit, batch by batch. */
export const replanCampaign: Job<z.output<typeof Data>> = defineJob({
  name: REPLAN.name,
  title: 'Plan a campaign anew',
  data: Data,
  async run(ctx, { version_id, after }) {
    let last: number | null = after
    while (last !== null && !ctx.signal.aborted) {
      const from: number = last
      last = await ctx.transaction(change => replan(change, { version_id, after: from }))
    }
    if (last !== null) throw new Error('Stopped before the end of the leads.')
  },
})
