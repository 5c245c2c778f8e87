import { defineFeature } from '../../../platform/server/feature.ts'
import { blockedNumberCalls } from '../contract.ts'
import { objectToBlocked } from './commands.ts'
import { blockedNumberHandlers } from './handlers.ts'
import { purgeStoppedContacts } from './jobs.ts'

/** What the server runs of this feature. */
export const blockedNumbersFeature = defineFeature({
  name: 'blocked-numbers',
  calls: blockedNumberCalls,
  handlers: blockedNumberHandlers,
  sendingObjections: [objectToBlocked],
  jobs: [purgeStoppedContacts],
  audit: {
    sentences: {
      block: 'blocked the number {text number}',
      unblock: 'unblocked the number {text number}',
      'purge-stopped-contacts': 'deleted old records of what blocks stopped',
    },
  },
  demo: () => import('../demo.ts'),
})
