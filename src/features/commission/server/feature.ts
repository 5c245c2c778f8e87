import { defineFeature } from '../../../platform/server/feature.ts'
import { commissionCalls } from '../contract.ts'
import { commissionHandlers } from './handlers/handlers.ts'
import { renewProjections } from './jobs.ts'
import { followDeals } from './listeners.ts'

/** What the server runs of this feature. */
export const commissionFeature = defineFeature({
  name: 'commission',
  calls: commissionCalls,
  handlers: commissionHandlers,
  jobs: [renewProjections],
  listeners: [followDeals],
  demo: () => import('../demo.ts'),
  audit: {
    sentences: {
      savePlan: 'changed the commission plan of an agent',
      saveOpening: 'said what an agent earned before their deals were kept here',
      state: 'made the commission statement of a deal',
      correct: 'corrected the commission statement of a deal',
      'renew-commission-projections': 'computed the commission of open deals anew',
    },
  },
})
