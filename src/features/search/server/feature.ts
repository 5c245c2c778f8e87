import { defineFeature } from '../../../platform/server/feature.ts'
import { searchCalls } from '../contract.ts'
import { searchHandlers } from './handlers.ts'

/** What the server runs of this feature. */
export const searchFeature = defineFeature({
  name: 'search',
  calls: searchCalls,
  handlers: searchHandlers,
})
