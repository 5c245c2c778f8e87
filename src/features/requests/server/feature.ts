import { defineFeature } from '../../../platform/server/feature.ts'
import { requestCalls } from '../contract.ts'
import { requestHandlers } from './handlers.ts'
import { contributeAskedViewings } from './listeners.ts'

/** What the server runs of this feature. */
export const requestsFeature = defineFeature({
  name: 'requests',
  calls: requestCalls,
  handlers: requestHandlers,
  listeners: [contributeAskedViewings],
  demo: () => import('../demo.ts'),
})
