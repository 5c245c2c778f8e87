import { defineFeature } from '../../../platform/server/feature.ts'
import { loopCalls } from '../contract.ts'
import { loopHandlers } from './handlers.ts'
import { contributeAccount } from './listeners.ts'
import { serveDemoConsent } from './webhooks.ts'

/** What the server runs of this feature. */
export const loopsFeature = defineFeature({
  name: 'loops',
  calls: loopCalls,
  handlers: loopHandlers,
  listeners: [contributeAccount],
  webhooks: serveDemoConsent,
  audit: { sentences: { finish: 'connected a Dotloop account', revoke: 'revoked access to a Dotloop account' } },
  demo: () => import('../demo/seed.ts'),
})
