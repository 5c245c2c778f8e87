import { defineFeature } from '../../../platform/server/feature.ts'
import { requestCalls } from '../contract.ts'
import { requestHandlers } from './handlers.ts'

/** What the server runs of this feature. */
export const requestsFeature = defineFeature({
  name: 'requests',
  calls: requestCalls,
  handlers: requestHandlers,
  demo: () => import('../demo.ts'),
})
