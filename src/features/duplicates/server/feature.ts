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
  demo: () => import('../demo.ts'),
})
