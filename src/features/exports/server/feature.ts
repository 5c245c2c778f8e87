import { defineFeature } from '../../../platform/server/feature.ts'
import { exportCalls } from '../contract.ts'
import { exportHandlers } from './handlers.ts'
import { makeExport, purgeExports } from './jobs/makeExport.ts'

/** What the server runs of this feature. */
export const exportsFeature = defineFeature({
  name: 'exports',
  calls: exportCalls,
  handlers: exportHandlers,
  jobs: [makeExport, purgeExports],
  audit: {
    sentences: {
      create: 'started an export of leads as {text format}',
      cancel: 'cancelled an export of leads',
      file: 'downloaded an export of leads',
      'make-export': 'finished an export of leads',
    },
  },
})
