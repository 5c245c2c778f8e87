import { defineFeature } from '../../../platform/server/feature.ts'
import { dealCalls } from '../contract.ts'
import { dealHandlers } from './handlers.ts'
import { checkLoneWolfAccount } from './jobs.ts'
import { contributeDeals } from './listeners.ts'

/** What the server runs of this feature. */
export const dealsFeature = defineFeature({
  name: 'deals',
  calls: dealCalls,
  handlers: dealHandlers,
  jobs: [checkLoneWolfAccount],
  listeners: [contributeDeals],
  audit: {
    sentences: { update: 'changed a deal', match: 'matched clients of deals' },
  },
  demo: () => import('../demo.ts'),
})
