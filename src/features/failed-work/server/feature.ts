import { defineFeature } from '../../../platform/server/feature.ts'
import { failedWorkCalls } from '../contract.ts'
import { gatherWork, publishFailedWork } from './commands.ts'
import { failedWorkHandlers } from './handlers.ts'

/** What the server runs of this feature. */
export const failedWorkFeature = defineFeature({
  name: 'failed-work',
  calls: failedWorkCalls,
  handlers: failedWorkHandlers,
  gather: gatherWork,
  onFailedWork: publishFailedWork,
  audit: {
    sentences: {
      retry: 'ran failed work again: {text work}',
      dismiss: 'took failed work off the list: {text work}',
    },
  },
  demo: () => import('../demo.ts'),
})
