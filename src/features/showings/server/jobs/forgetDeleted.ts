import { subDays } from 'date-fns'
import { z } from 'zod'
import { defineJob } from '../../../../platform/server/jobs.ts'
import { forgetShowings } from '../queries/showings.ts'

/** What was deleted is gone for good after a day. */
export const forgetDeletedShowings = defineJob({
  name: 'forget-deleted-showings',
  data: z.object({}),
  cron: '30 7 * * *',
  run: ctx => ctx.transaction(change => forgetShowings(change, subDays(change.now, 1))),
})
