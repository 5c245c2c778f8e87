import { defineFeature } from '../../../platform/server/feature.ts'
import { calendarCalls } from '../contract.ts'
import { calendarHandlers } from './handlers.ts'
import { sweepCalendars, wakeCalendars } from './jobs/clock.ts'
import { syncCalendar } from './jobs/syncCalendar.ts'
import { followAccounts, followWithCalendars } from './listeners.ts'
import { registerCalendarHook } from './webhooks.ts'

/** What the server runs of this feature. */
export const calendarFeature = defineFeature({
  name: 'calendar',
  calls: calendarCalls,
  handlers: calendarHandlers,
  jobs: [syncCalendar, wakeCalendars, sweepCalendars],
  listeners: [followWithCalendars, followAccounts],
  webhooks: registerCalendarHook,
  audit: {
    sentences: {
      choose: 'changed how their calendar is synchronized',
      run: 'synchronized their calendar',
    },
  },
  demo: () => import('../demo.ts'),
})
