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
})
