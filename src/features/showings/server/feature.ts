import { defineFeature } from '../../../platform/server/feature.ts'
import { showingCalls } from '../contract.ts'
import { showingAnswerKind } from './commands/notices.ts'
import { showingEmails } from './commands/overdue.ts'
import { showingHandlers } from './handlers.ts'
import { purgeDeletedShowings } from './jobs/purgeDeleted.ts'
import { sendShowingEmail } from './jobs/sendEmail.ts'
import { contributeComingShowings, contributeShowingStatuses } from './listeners.ts'

/** What the server runs of this feature. */
export const showingsFeature = defineFeature({
  name: 'showings',
  calls: showingCalls,
  handlers: showingHandlers,
  jobs: [purgeDeletedShowings, sendShowingEmail],
  sendingKinds: [showingEmails],
  notificationKinds: [showingAnswerKind],
  listeners: [contributeShowingStatuses, contributeComingShowings],
  audit: {
    sentences: {
      create: 'booked a showing of {text address_formatted} for {lead}',
      update: 'changed the showing of {text address_formatted} for {lead}',
      remove: 'deleted the showing of {text address_formatted} for {lead}',
      restore: 'restored the showing of {text address_formatted} for {lead}',
      notify: 'e-mailed {lead} about a showing',
      answer: { did: 'answered the invitation to a showing of {text address_formatted}', by: 'lead' },
    },
  },
  demo: () => import('../demo.ts'),
})
