import { defineWebFeature } from '../../platform/web/feature.ts'
import { screen } from '../../platform/web/page/screen.ts'

/** The page of one deal, put together from the deal, its documents and its checklist. */
export const dealScreen = defineWebFeature({
  pages: [
    {
      path: '/deals/$id',
      screen: screen('DealPage', () => import('./DealPage.tsx')),
      place: { id: 'deal', tooltip: 'Deal', roles: [], permission: 'deals_access', group: 'hidden' },
    },
  ],
  offline: [],
})
