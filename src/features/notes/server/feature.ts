import { defineFeature } from '../../../platform/server/feature.ts'
import { noteCalls } from '../contract.ts'
import { mentionKind } from './commands.ts'
import { noteHandlers } from './handlers.ts'
import { purgeDeletedNotes } from './jobs.ts'
import { contributeNotes } from './listeners.ts'

/** What the server runs of this feature. */
export const notesFeature = defineFeature({
  name: 'notes',
  calls: noteCalls,
  handlers: noteHandlers,
  jobs: [purgeDeletedNotes],
  notificationKinds: [mentionKind],
  listeners: [contributeNotes],
  audit: {
    sentences: {
      create: 'wrote a note on {lead}',
      update: 'changed a note on {lead}',
      remove: 'deleted a note on {lead}',
      restore: 'restored a note on {lead}',
      readMentions: 'read what colleagues wrote to them',
    },
  },
  demo: () => import('../demo.ts'),
})
