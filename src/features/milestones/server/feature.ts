import { defineFeature } from '../../../platform/server/feature.ts'
import { milestoneCalls } from '../contract.ts'
import { milestoneHandlers } from './handlers.ts'
import { purgeDeletedMilestones } from './jobs.ts'
import { contributeTypes, listenToLeads } from './listeners.ts'

/** What the server runs of this feature. */
export const milestonesFeature = defineFeature({
  name: 'milestones',
  calls: milestoneCalls,
  handlers: milestoneHandlers,
  jobs: [purgeDeletedMilestones],
  listeners: [listenToLeads, contributeTypes],
  demo: () => import('../demo/seed.ts'),
})
