import { defineWebFeature } from '../../../platform/web/feature.ts'
import { screen } from '../../../platform/web/page/screen.ts'
import { brokerageListingPanels } from '../../brokerage-listings/web/extensions.ts'

export const openHousesWeb = defineWebFeature({
  pages: [
    {
      path: '/open-house/$token',
      screen: screen('SignInScreen', () => import('./tablet/SignInScreen.tsx')),
      place: 'public',
    },
  ],
  adds: [brokerageListingPanels.from(() => import('./brokerageListingPanels.ts'))],
  offline: ['open-houses'],
})
