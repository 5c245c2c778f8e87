import { defineFeature } from '../../../platform/server/feature.ts'
import { openHouseCalls } from '../contract.ts'
import { openHouseHandlers } from './handlers.ts'

/** What the server runs of this feature. */
export const openHousesFeature = defineFeature({
  name: 'open-houses',
  calls: openHouseCalls,
  handlers: openHouseHandlers,
  audit: {
    sentences: {
      plan: 'planned an open house',
      update: 'changed an open house',
      cancel: 'cancelled an open house',
      renewLink: 'gave an open house a new link',
      signIn: 'signed a visitor in at an open house',
    },
  },
  demo: () => import('../demo.ts'),
})
