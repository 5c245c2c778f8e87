import { defineFeature } from '../../../platform/server/feature.ts'
import { firstStepsCalls } from '../contract.ts'
import { firstStepsHandlers } from './handlers.ts'

/** What the server runs of this feature. */
export const firstStepsFeature = defineFeature({
  name: 'first-steps',
  calls: firstStepsCalls,
  handlers: firstStepsHandlers,
  audit: {
    sentences: {
      addAreas: 'added the areas of the region',
      addSite: 'added the site {text name}',
      dismiss: 'put the first steps away',
      restore: 'showed the first steps again',
    },
  },
  demo: () => import('../demo.ts'),
})
