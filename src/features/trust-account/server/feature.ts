import { defineFeature } from '../../../platform/server/feature.ts'
import { trustAccountCalls } from '../contract.ts'
import { trustAccountHandlers } from './handlers/handlers.ts'

/** What the server runs of this feature. */
export const trustAccountFeature = defineFeature({
  name: 'trust-account',
  calls: trustAccountCalls,
  handlers: trustAccountHandlers,
  demo: () => import('../demo.ts'),
  audit: {
    sentences: {
      receive: 'wrote down a deposit in the trust account',
      payOut: 'wrote down a payment out of the trust account',
      reverse: 'took back an entry of the trust account',
      balance: 'balanced a month of the trust account',
      takeBack: 'had a month of the trust account balanced again',
      close: 'closed a month of the trust account',
    },
  },
})
