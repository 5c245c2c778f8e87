import { defineFeature } from '../../../platform/server/feature.ts'
import { listingCalls } from '../contract.ts'
import { listingHandlers } from './handlers.ts'
import { purgePhotos } from './jobs/purgePhotos.ts'
import { replicateListings } from './jobs/replicateListings.ts'
import { contributeListings } from './listeners.ts'
import { registerPhotos } from './webhooks.ts'

/** What the server runs of this feature. */
export const listingsFeature = defineFeature({
  name: 'listings',
  calls: listingCalls,
  handlers: listingHandlers,
  jobs: [replicateListings, purgePhotos],
  listeners: [contributeListings],
  webhooks: registerPhotos,
  demo: () => import('../demo/seed.ts'),
})
