import { subDays } from 'date-fns'
import { z } from 'zod'
import { defineJob } from '../../../platform/server/jobs/jobs.ts'
import { purgeNotes } from './queries.ts'

/** What was deleted is gone for good after a day. */
export const purgeDeletedNotes = defineJob({
  name: 'forget-deleted-notes',
  title: 'Delete notes for good that were deleted long ago',
  data: z.object({}),
  cron: '20 7 * * *',
  run: ctx => ctx.transaction(change => purgeNotes(change, subDays(change.now, 1))),
})
