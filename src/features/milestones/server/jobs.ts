import { subDays } from 'date-fns'
import { z } from 'zod'
import { defineJob } from '../../../platform/server/jobs.ts'
import { forgetMilestones } from './queries.ts'

/** What was deleted is gone for good after a day. */
export const forgetDeletedMilestones = defineJob({
  name: 'forget-deleted-milestones',
  data: z.object({}),
  cron: '25 7 * * *',
  run: ctx => ctx.transaction(change => forgetMilestones(change, subDays(change.now, 1))),
})
