import { defineFeature } from '../../../platform/server/feature.ts'
import { googleAccountCalls } from '../contract.ts'
import { googleAccountHandlers } from './handlers.ts'
import { connectAfterConsent } from './listeners.ts'

/** What the server runs of this feature. */
export const googleAccountsFeature = defineFeature({
  name: 'google-accounts',
  calls: googleAccountCalls,
  handlers: googleAccountHandlers,
  listeners: [connectAfterConsent],
  audit: { sentences: { disconnect: 'disconnected {text service} of their Google account' } },
  demo: () => import('../demo.ts'),
})
