import { defineFeature } from '../../../platform/server/feature.ts'
import { sendingCalls } from '../contract.ts'
import { checkSending, registerSendingKinds } from './commands.ts'
import { sendingHandlers } from './handlers.ts'

/** What the server runs of this feature. */
export const sendingFeature = defineFeature({
  name: 'sending',
  calls: sendingCalls,
  handlers: sendingHandlers,
  gather: registerSendingKinds,
  checkup: checkSending,
  audit: {
    sentences: {
      pause: 'paused all sending',
      resume: 'resumed sending',
      undoDiscard: 'put discarded messages back to be sent',
    },
  },
})
