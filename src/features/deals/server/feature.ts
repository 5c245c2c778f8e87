import { defineFeature } from '../../../platform/server/feature.ts'
import { dealCalls } from '../contract.ts'
import { dealHandlers } from './handlers.ts'
import { contributeDeals, followClosings } from './listeners.ts'

/** What the server runs of this feature. */
export const dealsFeature = defineFeature({
  name: 'deals',
  calls: dealCalls,
  handlers: dealHandlers,
  listeners: [contributeDeals, followClosings],
  audit: {
    sentences: { update: 'changed a deal', match: 'matched clients of deals' },
  },
  demo: () => import('../demo.ts'),
})
