import { defineFeature } from '../../../platform/server/feature.ts'
import { timelineCalls } from '../contract.ts'
import { timelineHandlers } from './handlers.ts'

/** What the server runs of this feature. */
export const timelineFeature = defineFeature({
  name: 'timeline',
  calls: timelineCalls,
  handlers: timelineHandlers,
})
