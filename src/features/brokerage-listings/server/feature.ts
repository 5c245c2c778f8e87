import { defineFeature } from '../../../platform/server/feature.ts'
import { brokerageListingCalls } from '../contract.ts'
import { brokerageListingHandlers } from './handlers.ts'
import { purgeBrokeragePhotos } from './jobs.ts'
import { nameListingAgents } from './listeners.ts'
import { registerBrokeragePhotos } from './webhooks.ts'

/** What the server runs of this feature. */
export const brokerageListingsFeature = defineFeature({
  name: 'brokerage-listings',
  calls: brokerageListingCalls,
  handlers: brokerageListingHandlers,
  jobs: [purgeBrokeragePhotos],
  listeners: [nameListingAgents],
  webhooks: registerBrokeragePhotos,
  audit: {
    sentences: {
      create: 'added a listing of the brokerage',
      update: 'changed a listing of the brokerage',
      addPhotos: 'added photos to a listing',
      removePhoto: 'removed a photo of a listing',
    },
  },
  demo: () => import('../demo.ts'),
})
