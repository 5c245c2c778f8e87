import { defineFeature } from '../../../platform/server/feature.ts'
import { viewCalls } from '../contract.ts'
import { viewHandlers } from './handlers.ts'

/** What the server runs of this feature. */
export const savedViewsFeature = defineFeature({
  name: 'views',
  calls: viewCalls,
  handlers: viewHandlers,
})
