import { defineFeature } from '../../../platform/server/feature.ts'
import { privacyCalls } from '../contract.ts'
import { privacyHandlers } from './handlers.ts'
import { erasePassedPeople } from './jobs.ts'

/** What the server runs of this feature. */
export const privacyFeature = defineFeature({
  name: 'privacy',
  calls: privacyCalls,
  handlers: privacyHandlers,
  jobs: [erasePassedPeople],
  audit: {
    sentences: {
      export: 'exported everything that is held on {lead leadId}',
      erase: 'erased a person',
      setRetention: 'changed how long people are kept',
      'erase-passed-people': 'erased a person of whom nothing was heard',
    },
  },
})
