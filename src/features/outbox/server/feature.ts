import { defineFeature } from '../../../platform/server/feature.ts'
import { outboxCalls } from '../contract.ts'
import { outboxHandlers } from './handlers.ts'

/** What the server runs of this feature. */
export const outboxFeature = defineFeature({
  name: 'outbox',
  calls: outboxCalls,
  handlers: outboxHandlers,
  demo: () => import('../demo.ts'),
})
