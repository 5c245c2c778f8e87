import { defineFeature } from '../../../platform/server/feature.ts'
import { distributionCalls } from '../contract.ts'
import { offerKind } from './commands/notices.ts'
import { offerLeadsAgain } from './commands/offerMany.ts'
import { distributionHandlers } from './handlers/distribution.ts'
import { repairDistribution } from './jobs.ts'
import {
  answerTexts,
  contributePresence,
  distributeNewLeads,
  followLeads,
  followOffers,
  followRoles,
} from './listeners.ts'

/** What the server runs of this feature. */
export const distributionFeature = defineFeature({
  name: 'distribution',
  calls: distributionCalls,
  handlers: distributionHandlers,
  jobs: [repairDistribution],
  bulkActions: [offerLeadsAgain],
  notificationKinds: [offerKind],
  listeners: [followOffers, followLeads, followRoles, distributeNewLeads, contributePresence, answerTexts],
  audit: {
    sentences: {
      receipt: 'saw an offer',
      reject: 'rejected an offer',
      offerAgain: 'offered {lead id} again',
      offerMany: 'offered leads again',
      withdraw: 'took the offer of {lead id} back',
      setSettings: 'changed how leads are distributed',
      setOwnAvailability: 'changed their working hours',
      setAvailability: 'changed when {agent id} takes leads',
      block: 'blocked an agent for {lead id}',
      unblock: 'unblocked an agent for {lead id}',
      'repair-distribution': 'passed on leads whose offers were over',
    },
  },
  demo: () => import('../demo/distribution.ts'),
})
