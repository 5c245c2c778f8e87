import { defineFeature } from '../../../platform/server/feature.ts'
import { transferCalls } from '../contract.ts'
import { reassignLeads } from './commands/reassign.ts'
import { transferHandlers } from './handlers.ts'
import { expireOffer } from './jobs.ts'
import { contributeTransfers, endWithLeads } from './listeners.ts'

/** What the server runs of this feature. */
export const transfersFeature = defineFeature({
  name: 'transfers',
  calls: transferCalls,
  handlers: transferHandlers,
  jobs: [expireOffer],
  listeners: [contributeTransfers, endWithLeads],
  bulkActions: [reassignLeads],
  demo: () => import('../demo.ts'),
})
