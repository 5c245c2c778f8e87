import { defineFeature } from '../../../platform/server/feature.ts'
import { noteCalls } from '../contract.ts'
import { noteHandlers } from './handlers.ts'
import { purgeDeletedNotes } from './jobs.ts'
import { contributeNotes } from './listeners.ts'

/** What the server runs of this feature. */
export const notesFeature = defineFeature({
  name: 'notes',
  calls: noteCalls,
  handlers: noteHandlers,
  jobs: [purgeDeletedNotes],
  listeners: [contributeNotes],
  demo: () => import('../demo.ts'),
})
