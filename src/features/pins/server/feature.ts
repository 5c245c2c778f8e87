import { defineFeature } from '../../../platform/server/feature.ts'
import { pinCalls } from '../contract.ts'
import { pinHandlers } from './handlers.ts'
import { publishWithLeads } from './listeners.ts'

/** What the server runs of this feature. */
export const pinsFeature = defineFeature({
  name: 'pins',
  calls: pinCalls,
  handlers: pinHandlers,
  listeners: [publishWithLeads],
  audit: { sentences: { pin: 'pinned {lead id}', unpin: 'unpinned {lead id}' } },
  demo: () => import('../demo.ts'),
})
