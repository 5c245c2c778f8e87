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
  audit: {
    sentences: {
      progress: 'noted progress with {lead}',
      store: 'logged a contact with {lead}',
      update: 'changed the timeline of {lead}',
      remove: 'deleted an entry of the timeline of {lead}',
      restore: 'restored an entry of the timeline of {lead}',
    },
  },
  demo: () => import('../demo/seed.ts'),
})
