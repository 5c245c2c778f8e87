import { z } from 'zod'
import { defineJob } from '../../../platform/server/jobs/jobs.ts'
import { wakeDue } from './commands/waking.ts'

/** Wakes the leads whose time has come: asked for with each snooze, and by the clock for those that came about otherwise. */
export const wakeLeads = defineJob({
  name: 'wake-snoozed-leads',
  title: 'Bring back snoozed leads',
  data: z.object({}),
  cron: '* * * * *',
  async run(ctx) {
    while (!ctx.signal.aborted && (await ctx.transaction(wakeDue)));
  },
})
