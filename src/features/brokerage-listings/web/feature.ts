import { IconBuildingEstate } from '@tabler/icons-react'
import { defineWebFeature } from '../../../platform/web/feature.ts'
import { screen } from '../../../platform/web/page/screen.ts'
import { listingPanels } from '../../listings/web/extensions.ts'
import { brokerageListingPanels } from './extensions.ts'

const gate = { roles: [], permission: 'access_listings', feature: 'access_listings' } as const

export const brokerageListingsWeb = defineWebFeature({
  pages: [
    {
      path: '/brokerage-listings',
      screen: screen('ListingsPage', () => import('./ListingsPage.tsx')),
      place: {
        ...gate,
        id: 'listings',
        tooltip: 'Listings',
        icon: IconBuildingEstate,
        group: 'business',
        order: 20,
        key: 'b',
      },
    },
    {
      path: '/brokerage-listings/new',
      screen: screen('NewListingPage', () => import('./NewListingPage.tsx')),
      place: { ...gate, id: 'new_listing', tooltip: 'New Listing', group: 'hidden', exact: true },
    },
    {
      path: '/brokerage-listings/$id',
      screen: screen(
        'BrokerageListingPage',
        () => import('./BrokerageListingPage.tsx'),
        listingPanels,
        brokerageListingPanels,
      ),
      place: { ...gate, id: 'listing_detail', tooltip: 'Listing', group: 'hidden' },
    },
  ],
  offline: ['brokerage-listings'],
})
