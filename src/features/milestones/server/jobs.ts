import { subDays } from 'date-fns'
import { z } from 'zod'
import { defineJob } from '../../../platform/server/jobs/jobs.ts'
import { purgeMilestones } from './queries.ts'

/** What was deleted is gone for good after a day. */
export const purgeDeletedMilestones = defineJob({
  name: 'forget-deleted-milestones',
  title: 'Delete milestones for good that were deleted long ago',
  data: z.object({}),
  cron: '25 7 * * *',
  run: ctx => ctx.transaction(change => purgeMilestones(change, subDays(change.now, 1))),
})
