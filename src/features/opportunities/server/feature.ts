import { defineFeature } from '../../../platform/server/feature.ts'
import { opportunityCalls } from '../contract.ts'
import { opportunityHandlers } from './handlers.ts'
import { closeWithAlerts, contributeCount, followLeadsWithOpportunities, raiseOpportunities } from './listeners.ts'

/** What the server runs of this feature. */
export const opportunitiesFeature = defineFeature({
  name: 'opportunities',
  calls: opportunityCalls,
  handlers: opportunityHandlers,
  listeners: [raiseOpportunities, closeWithAlerts, followLeadsWithOpportunities, contributeCount],
  audit: {
    sentences: {
      hide: 'hid an opportunity of {lead}',
      hideUser: 'hid the opportunities of {lead}',
      show: 'showed hidden opportunities again',
      setRule: 'changed when an opportunity arises',
    },
  },
  demo: () => import('../demo/seed.ts'),
})
