import { defineFeature } from '../../../platform/server/feature.ts'
import { submissionCalls } from '../contract.ts'
import { submissionHandlers } from './remote.ts'

/** What the server runs of this feature. */
export const dealSubmissionFeature = defineFeature({
  name: 'deal-submission',
  calls: submissionCalls,
  handlers: submissionHandlers,
  audit: { sentences: { storeListing: 'submitted a deal of a listing', storeCoop: 'submitted a co-op deal' } },
})
