import { defineFeature } from '../../../platform/server/feature.ts'
import { alertCalls } from '../contract/alerts.ts'
import { alertEmails } from './commands/overdue.ts'
import { alertHandlers } from './handlers.ts'
import { matchAlerts, sendDueAlerts } from './jobs/dueAlerts.ts'
import { sendAlert } from './jobs/sendAlert.ts'
import {
  contributeActiveAlerts,
  contributeFavourites,
  contributeWantedHomes,
  followAddresses,
  followSettled,
  listenToListings,
} from './listeners.ts'

/** What the server runs of this feature. */
export const alertsFeature = defineFeature({
  name: 'alerts',
  calls: alertCalls,
  handlers: alertHandlers,
  jobs: [matchAlerts, sendDueAlerts, sendAlert],
  sendingKinds: [alertEmails],
  listeners: [
    listenToListings,
    contributeFavourites,
    contributeWantedHomes,
    followAddresses,
    contributeActiveAlerts,
    followSettled,
  ],
  audit: {
    sentences: {
      createListing: 'added the listing alert {text name} for {lead}',
      createBuilding: 'added a building alert for {lead}',
      update: 'changed the alert {text name}',
      remove: 'deleted the alert {text name}',
      send: 'sent an alert',
      sendHome: 'sent a home to leads whose alerts find it',
      sendAll: 'sent the alerts of {lead leadId}',
      unsubscribe: { did: 'changed their subscriptions by the link in an e-mail', by: 'lead' },
      request: { did: 'asked about a home by the link in an e-mail', by: 'lead' },
      retryEmail: 'retried an alert e-mail',
      retryEmails: 'retried the alert e-mails that had failed',
      'send-due-alerts': 'sent the alerts that were due',
      'send-alert': 'sent an alert to {lead}',
    },
  },
  demo: () => import('../demo.ts'),
})
