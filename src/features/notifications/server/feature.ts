import { defineFeature } from '../../../platform/server/feature.ts'
import { notificationCalls } from '../contract.ts'
import { registerKinds } from './commands/kinds.ts'
import { digestEmails, notificationSendings } from './commands/overdue.ts'
import { testKind } from './commands/ownKinds.ts'
import { notificationHandlers } from './handlers.ts'
import { deliverNotification } from './jobs/deliver.ts'
import { sendDigest, sendDueDigests } from './jobs/digest.ts'
import { purgeOldNotifications } from './jobs/purge.ts'
import { registerPushReceipts } from './webhooks.ts'

/** What the server runs of this feature. */
export const notificationsFeature = defineFeature({
  name: 'notifications',
  calls: notificationCalls,
  handlers: notificationHandlers,
  jobs: [deliverNotification, sendDigest, sendDueDigests, purgeOldNotifications],
  sendingKinds: [notificationSendings, digestEmails],
  notificationKinds: [testKind],
  gather: registerKinds,
  webhooks: registerPushReceipts,
  audit: {
    sentences: {
      seen: 'saw notifications',
      read: 'marked notifications as read',
      unread: 'marked notifications as unread',
      open: 'opened a notification',
      setPreference: 'chose how to hear of something',
      resetPreferences: 'reset how to hear of things',
      setSettings: 'changed when to hear of things',
      subscribe: 'allowed a browser to show notifications',
      unsubscribe: 'sent no more notifications to a browser',
      test: 'tried their notifications',
      'deliver-notification': 'passed on a notification',
      'send-notification-digest': 'sent the daily e-mail of unread notifications',
      'send-due-digests': 'began the daily e-mails of unread notifications',
      'purge-notifications': 'deleted old notifications',
      'push receipt': 'heard what became of a notification',
    },
  },
  demo: () => import('../demo.ts'),
})
