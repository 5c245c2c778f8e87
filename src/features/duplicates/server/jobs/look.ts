import { z } from 'zod'
import { defineJob, type Job } from '../../../../platform/server/jobs/jobs.ts'
import { Id } from '../../../../platform/wire/fields.ts'
import { lookForPairs, publishPairs } from '../commands/look.ts'

/** Leads looked at in one transaction. */
const AT_ONCE = 100

const Data = z.object({ leads: z.array(Id) })

/** Looks who may be the same person as leads that are new or changed. */
export const lookForDuplicates: Job<z.output<typeof Data>> = defineJob({
  name: 'look-for-duplicates',
  title: 'Look for duplicates of a lead',
  data: Data,
  about: (_ctx, { leads: [id, ...others] }) => (id && others.length === 0 ? { kind: 'lead', id } : null),
  // One look at a hundred leads costs little more than one at ten; a lead that changed several times is looked at once.
  together: { most: 50, merge: asked => ({ leads: [...new Set(asked.flatMap(({ leads }) => leads))] }) },
  run: async (ctx, { leads }) => {
    for (let start = 0; start < leads.length; start += AT_ONCE) {
      if (ctx.signal.aborted) throw new Error('The process stops; the job is tried again.')
      const batch = leads.slice(start, start + AT_ONCE)
      await ctx.transaction(async tx => publishPairs(tx, await lookForPairs(tx, batch)))
    }
  },
})
