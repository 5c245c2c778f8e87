import { defineWebFeature } from '../../../platform/web/feature.ts'
import { screen } from '../../../platform/web/screen.ts'

export const listingsWeb = defineWebFeature({
  pages: [
    {
      path: '/listings/$mls',
      screen: screen('ListingPage', () => import('./ListingPage.tsx')),
      place: { id: 'listing', tooltip: 'Listing', roles: ['everybody'], group: 'hidden' },
    },
  ],
  offline: [],
})
