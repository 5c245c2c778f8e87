import { subDays } from 'date-fns'
import { z } from 'zod'
import { defineJob } from '../../../../platform/server/jobs/jobs.ts'
import { deleteDeadDevices } from '../queries/devices.ts'
import { purgeNotifications } from '../queries/notifications.ts'

/** Days for which notifications stay in the list. */
const KEPT_DAYS = 180

/** Deletes old notifications, and devices on which nobody is signed in any more. */
export const purgeOldNotifications = defineJob({
  name: 'purge-notifications',
  title: 'Delete old notifications',
  data: z.object({}),
  cron: '40 7 * * *',
  run: ctx =>
    ctx.transaction(async change => {
      await purgeNotifications(change, subDays(change.now, KEPT_DAYS))
      await deleteDeadDevices(change)
    }),
})
