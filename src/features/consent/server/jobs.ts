import { z } from 'zod'
import { defineJob, type Job } from '../../../platform/server/jobs/jobs.ts'
import { refreshLeads } from './commands.ts'
import { endedConsents } from './queries.ts'

const BATCH = 500

/** Lets lists know of consents that have run out. What is sent is decided by the ledger itself, at the moment of sending. */
export const endConsents: Job<Record<string, unknown>> = defineJob({
  name: 'end-consents',
  title: 'End consents whose time is over',
  data: z.object({}),
  cron: '11 * * * *',
  keyed: true,
  async run(ctx) {
    for (let more = true; more && !ctx.signal.aborted; ) {
      await ctx.transaction(async change => {
        const ended = await endedConsents(change, BATCH)
        await refreshLeads(change, ended)
        more = ended.length === BATCH
      })
    }
  },
})
