import { defineFeature } from '../../../platform/server/feature.ts'
import { loopCalls } from '../contract.ts'
import { loopHandlers } from './handlers.ts'
import { compareLoops, followDotloop, markChanges, subscribeToDotloop } from './jobs.ts'
import { contributeAccount } from './listeners.ts'
import { registerLoopRoutes } from './webhooks.ts'

/** What the server runs of this feature. */
export const loopsFeature = defineFeature({
  name: 'loops',
  calls: loopCalls,
  handlers: loopHandlers,
  listeners: [contributeAccount],
  jobs: [subscribeToDotloop, compareLoops, markChanges, followDotloop],
  webhooks: registerLoopRoutes,
  audit: {
    sentences: {
      finish: 'connected a Dotloop account',
      revoke: 'revoked access to a Dotloop account',
      turnOn: 'had Dotloop send changes of loops again',
      seen: 'looked at what changed in the loop of a deal',
    },
  },
  demo: () => import('../demo/seed.ts'),
})
