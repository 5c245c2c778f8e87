import { defineFeature } from '../../../platform/server/feature.ts'
import { bulkCalls } from '../contract.ts'
import { registerBulkActions } from './commands.ts'
import { bulkHandlers } from './handlers.ts'
import { runBulkChanges, tidyBulkRuns } from './jobs.ts'

/** What the server runs of this feature. */
export const bulkFeature = defineFeature({
  name: 'bulk',
  calls: bulkCalls,
  handlers: bulkHandlers,
  jobs: [runBulkChanges, tidyBulkRuns],
  gather: registerBulkActions,
  audit: {
    sentences: { cancel: 'stopped a change of many leads', undo: 'took a change of many leads back' },
  },
})
