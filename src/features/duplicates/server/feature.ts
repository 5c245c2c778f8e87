import { defineFeature } from '../../../platform/server/feature.ts'
import { duplicateCalls } from '../contract.ts'
import { duplicateHandlers } from './handlers.ts'
import { lookForDuplicates } from './jobs/look.ts'
import { sweepDuplicates } from './jobs/sweep.ts'
import { watchForDuplicates } from './listeners.ts'

/** What the server runs of this feature. */
export const duplicatesFeature = defineFeature({
  name: 'duplicates',
  calls: duplicateCalls,
  handlers: duplicateHandlers,
  jobs: [lookForDuplicates, sweepDuplicates],
  listeners: [watchForDuplicates],
  audit: {
    sentences: {
      merge: 'merged {lead with} into {lead id}',
      undo: 'took the merge of {lead} back',
      dismiss: 'kept two leads apart as different people',
      offerAgain: 'suggested two leads as the same person again',
    },
  },
  demo: () => import('../demo.ts'),
})
