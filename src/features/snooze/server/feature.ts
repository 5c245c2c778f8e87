import { defineFeature } from '../../../platform/server/feature.ts'
import { snoozeCalls } from '../contract.ts'
import { snoozeHandlers } from './handlers.ts'
import { wakeLeads } from './jobs.ts'
import { endWithAgent } from './listeners.ts'

/** What the server runs of this feature. */
export const snoozeFeature = defineFeature({
  name: 'snooze',
  calls: snoozeCalls,
  handlers: snoozeHandlers,
  jobs: [wakeLeads],
  listeners: [endWithAgent],
  audit: { sentences: { store: 'snoozed {lead id}', wake: 'woke {lead id}' } },
})
