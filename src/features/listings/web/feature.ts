import { defineWebFeature } from '../../../platform/web/feature.ts'
import { screen } from '../../../platform/web/page/screen.ts'
import { leadPanels } from '../../leads/web/extensions.ts'
import { listingPanels } from './extensions.ts'

export const listingsWeb = defineWebFeature({
  pages: [
    {
      path: '/listings/$mls',
      screen: screen('ListingPage', () => import('./ListingPage.tsx'), listingPanels),
      place: { id: 'listing', tooltip: 'Listing', roles: ['everybody'], group: 'hidden' },
    },
  ],
  adds: [leadPanels.from(() => import('./leadPanels.ts'))],
  offline: [],
})
