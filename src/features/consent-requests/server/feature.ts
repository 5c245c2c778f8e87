import { defineFeature } from '../../../platform/server/feature.ts'
import { consentRequestCalls } from '../contract.ts'
import { consentRequestHandlers } from './handlers.ts'

/** What the server runs of this feature. */
export const consentRequestsFeature = defineFeature({
  name: 'consent-requests',
  calls: consentRequestCalls,
  handlers: consentRequestHandlers,
  audit: {
    sentences: {
      ask: 'asked {lead} for consent',
      give: { did: 'gave consent by the link in a message', by: 'lead' },
    },
  },
})
