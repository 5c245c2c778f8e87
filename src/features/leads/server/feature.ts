import { defineFeature } from '../../../platform/server/feature.ts'
import { leadCalls } from '../contract/leads.ts'
import { leadRemovalAction, leadStatusAction } from './commands/bulk.ts'
import { leadHandlers } from './handlers.ts'
import { contributeToSearch } from './listeners.ts'

/** What the server runs of this feature. */
export const leadsFeature = defineFeature({
  name: 'leads',
  calls: leadCalls,
  handlers: leadHandlers,
  listeners: [contributeToSearch],
  bulkActions: [leadStatusAction, leadRemovalAction],
  demo: () => import('../demo/seed.ts'),
})
