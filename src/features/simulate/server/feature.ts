import { defineFeature } from '../../../platform/server/feature.ts'
import { simulateCalls } from '../contract.ts'
import { simulateHandlers } from './handlers.ts'
import { openDoors } from './webhooks.ts'

/** What the server runs of this feature. */
export const simulateFeature = defineFeature({
  name: 'simulate',
  calls: simulateCalls,
  handlers: simulateHandlers,
  webhooks: openDoors,
})
