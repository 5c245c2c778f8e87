import { defineFeature } from '../../../platform/server/feature.ts'
import { recordingCalls } from '../contract.ts'
import { recordingHandlers } from './handlers.ts'
import { purgeRecordings } from './jobs.ts'

/** What the server runs of this feature. */
export const sessionRecordingFeature = defineFeature({
  name: 'session-recording',
  calls: recordingCalls,
  handlers: recordingHandlers,
  jobs: [purgeRecordings],
  audit: {
    sentences: {
      identify: 'had their screen recorded',
      open: { did: 'watched a recording of the screen of {user user_id}', refused: 'was refused: watch a recording' },
      remove: 'deleted a recording of the screen of {user user_id}',
    },
  },
})
