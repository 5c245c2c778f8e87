import { subSeconds } from 'date-fns'
import { z } from 'zod'
import { defineJob, type Job } from '../../../../platform/server/jobs/jobs.ts'
import { SILENT_SECONDS } from '../../rules/states.ts'
import { lookupFor } from '../commands/contributions.ts'
import { settleLost } from '../commands/outcomes.ts'
import { lostSendings } from '../queries/sendings.ts'

const BATCH = 100

/**
 * Finds messages whose process died while the provider was being asked. The provider says what became of them where it can tell;
 * the others are unknown until a person settles them. None is sent again on a guess.
 */
export const settleLostSendings: Job<Record<string, unknown>> = defineJob({
  name: 'settle-lost-sendings',
  title: 'Find out what became of lost messages',
  data: z.object({}),
  cron: '* * * * *',
  keyed: true,
  async run(ctx) {
    const lost = await lostSendings(ctx, subSeconds(ctx.now, SILENT_SECONDS), BATCH)
    for (const { id, cause, channel } of lost) {
      if (ctx.signal.aborted) return
      const found = (await lookupFor(channel)?.find(ctx, { id, cause })) ?? { state: 'unknown' as const }
      await ctx.transaction(change => settleLost(change, id, found))
    }
  },
})
