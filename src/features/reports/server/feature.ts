import { defineFeature } from '../../../platform/server/feature.ts'
import { reportCalls } from '../contract.ts'
import { reportHandlers } from './handlers/reports.ts'

/** What the server runs of this feature. */
export const reportsFeature = defineFeature({
  name: 'reports',
  calls: reportCalls,
  handlers: reportHandlers,
  demo: () => import('../demo.ts'),
  audit: { sentences: { setCost: 'changed what a source of leads costs' } },
})
