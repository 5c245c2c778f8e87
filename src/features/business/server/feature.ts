import { defineFeature } from '../../../platform/server/feature.ts'
import { businessCalls } from '../contract.ts'
import { businessByEmail } from './commands/email.ts'
import { businessHandlers } from './handlers.ts'

/** What the server runs of this feature. */
export const businessFeature = defineFeature({
  name: 'business',
  calls: businessCalls,
  handlers: businessHandlers,
  pagesByEmail: [businessByEmail],
  demo: () => import('../demo.ts'),
  audit: { sentences: { setGoal: 'changed what the brokerage is to earn in {year}' } },
})
