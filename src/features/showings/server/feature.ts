import { defineFeature } from '../../../platform/server/feature.ts'
import { showingCalls } from '../contract.ts'
import { showingEmails } from './commands/overdue.ts'
import { showingHandlers } from './handlers.ts'
import { purgeDeletedShowings } from './jobs/purgeDeleted.ts'
import { sendShowingEmail } from './jobs/sendEmail.ts'
import { contributeShowingStatuses } from './listeners.ts'

/** What the server runs of this feature. */
export const showingsFeature = defineFeature({
  name: 'showings',
  calls: showingCalls,
  handlers: showingHandlers,
  jobs: [purgeDeletedShowings, sendShowingEmail],
  sendingKinds: [showingEmails],
  listeners: [contributeShowingStatuses],
  demo: () => import('../demo.ts'),
})
