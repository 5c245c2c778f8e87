import { defineFeature } from '../../../platform/server/feature.ts'
import { claimingCalls } from '../contract.ts'
import { claimingHandlers } from './handlers.ts'
import { recordClaims } from './listeners.ts'

/** What the server runs of this feature. */
export const claimingFeature = defineFeature({
  name: 'claiming',
  calls: claimingCalls,
  handlers: claimingHandlers,
  listeners: [recordClaims],
  demo: () => import('../demo.ts'),
  audit: {
    sentences: {
      claim: { did: 'claimed {lead id} from the pool', refused: 'tried to claim {lead id}, which was just claimed' },
      setNotices: 'chose whether to hear of leads that land in the pool',
    },
  },
})
