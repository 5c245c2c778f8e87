import { z } from 'zod'
import { defineJob } from '../../../../platform/server/jobs/jobs.ts'
import { isSendingPaused } from '../../../../platform/server/jobs/sending.ts'
import { enqueueSync } from '../commands/queue.ts'
import { dueAccounts } from '../queries/accounts.ts'
import { clearOrphans } from '../queries/links.ts'
import { queueOrphans } from '../queries/outbox.ts'

/** Has calendars synchronized that are due: by the clock, because a try failed, or because a process died. */
export const wakeCalendars = defineJob({
  name: 'wake-calendars',
  title: 'Look for calendars to compare',
  data: z.object({}),
  cron: '* * * * *',
  async run(ctx) {
    if (await isSendingPaused(ctx.db)) return
    const due = await dueAccounts(ctx)
    if (due.length > 0) await ctx.transaction(tx => enqueueSync(tx, due))
  },
})

/** Has events deleted whose task or showing is gone for good, whatever removed it. */
export const sweepCalendars = defineJob({
  name: 'sweep-calendars',
  title: 'Compare all calendars with Google',
  data: z.object({}),
  cron: '20 * * * *',
  run: ctx =>
    ctx.transaction(async tx => {
      await clearOrphans(tx)
      await enqueueSync(tx, await queueOrphans(tx))
    }),
})
