import { defineFeature } from '../../../platform/server/feature.ts'
import { consentCalls } from '../contract.ts'
import { consentHandlers } from './handlers/handlers.ts'
import { endConsents } from './jobs.ts'
import { followMerges } from './listeners.ts'

/** What the server runs of this feature. */
export const consentFeature = defineFeature({
  name: 'consent',
  calls: consentCalls,
  handlers: consentHandlers,
  jobs: [endConsents],
  listeners: [followMerges],
  audit: {
    sentences: {
      record: 'recorded what {lead} consents to',
      proof: 'printed the proof of consent of {lead}',
      'end-consents': 'ended consents that had run out',
    },
  },
  demo: () => import('../demo.ts'),
})
