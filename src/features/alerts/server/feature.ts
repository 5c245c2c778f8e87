import { defineFeature } from '../../../platform/server/feature.ts'
import { alertCalls } from '../contract/alerts.ts'
import { alertEmails } from './commands/overdue.ts'
import { alertHandlers } from './handlers.ts'
import { matchAlerts, sendDueAlerts } from './jobs/dueAlerts.ts'
import { sendAlert } from './jobs/sendAlert.ts'
import { contributeFavourites, followAddresses, listenToListings } from './listeners.ts'

/** What the server runs of this feature. */
export const alertsFeature = defineFeature({
  name: 'alerts',
  calls: alertCalls,
  handlers: alertHandlers,
  jobs: [matchAlerts, sendDueAlerts, sendAlert],
  sendingKinds: [alertEmails],
  listeners: [listenToListings, contributeFavourites, followAddresses],
  demo: () => import('../demo.ts'),
})
