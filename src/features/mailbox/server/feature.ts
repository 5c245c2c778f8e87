import { defineFeature } from '../../../platform/server/feature.ts'
import { mailboxCalls } from '../contract.ts'
import { replyKind } from './commands/notices.ts'
import { mailboxHandlers } from './handlers.ts'
import { pollMailboxes, readMailboxJob, searchMailboxes } from './jobs.ts'
import { followAccounts, notifyOfReplies, searchForLeads } from './listeners.ts'
import { registerMailboxHooks } from './webhooks.ts'

/** What the server runs of this feature. */
export const mailboxFeature = defineFeature({
  name: 'mailbox',
  calls: mailboxCalls,
  handlers: mailboxHandlers,
  jobs: [readMailboxJob, pollMailboxes, searchMailboxes],
  listeners: [followAccounts, searchForLeads, notifyOfReplies],
  notificationKinds: [replyKind],
  webhooks: registerMailboxHooks,
  demo: () => import('../demo.ts'),
  audit: { sentences: { check: 'had their mailbox counted again', 'read-mailbox': 'read a mailbox' } },
})
