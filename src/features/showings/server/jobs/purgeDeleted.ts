import { subDays } from 'date-fns'
import { z } from 'zod'
import { defineJob } from '../../../../platform/server/jobs/jobs.ts'
import { purgeShowings } from '../queries/showings.ts'

/** What was deleted is gone for good after a day. */
export const purgeDeletedShowings = defineJob({
  name: 'forget-deleted-showings',
  title: 'Delete showings for good that were deleted long ago',
  data: z.object({}),
  cron: '30 7 * * *',
  run: ctx => ctx.transaction(change => purgeShowings(change, subDays(change.now, 1))),
})
