import { defineFeature } from '../../../platform/server/feature.ts'
import { leadCalls } from '../contract/leads.ts'
import { leadRemovalAction, leadStatusAction } from './commands/bulk.ts'
import { leadReverts } from './commands/reverts.ts'
import { leadHandlers } from './handlers.ts'
import { fadeScores } from './jobs.ts'
import { contributeToSearch } from './listeners.ts'
import { leadNames } from './queries/leads.ts'

/** What the server runs of this feature. */
export const leadsFeature = defineFeature({
  name: 'leads',
  calls: leadCalls,
  handlers: leadHandlers,
  listeners: [contributeToSearch],
  jobs: [fadeScores],
  bulkActions: [leadStatusAction, leadRemovalAction],
  audit: {
    sentences: {
      create: 'added {lead}',
      update: 'changed {lead}',
      remove: 'deleted {lead}',
      restore: 'restored {lead id}',
      removeMany: 'deleted {leads}',
      changeStatus: 'set the status of {lead}',
      changeStatuses: 'set the status of {leads}',
      setRentalProfile: 'changed the rental details of {lead}',
      recallLinks: 'recalled the links that were sent to {lead}',
    },
    names: { lead: leadNames },
    reverts: leadReverts,
  },
  demo: () => import('../demo/seed.ts'),
})
