import { defineWebFeature } from '../../../platform/web/feature.ts'
import { screen } from '../../../platform/web/page/screen.ts'
import { leadPanels } from '../../leads/web/extensions.ts'
import { listingPanels } from '../../listings/web/extensions.ts'
import { adminSections } from '../../settings/web/extensions.ts'

export const alertsWeb = defineWebFeature({
  pages: [
    {
      path: '/preferences/$token',
      screen: screen('PreferencesPage', () => import('./PreferencesPage.tsx')),
      place: 'public',
    },
    { path: '/homes/$token', screen: screen('HomePage', () => import('./HomePage.tsx')), place: 'public' },
  ],
  adds: [
    leadPanels.from(() => import('./leadPanels.ts')),
    listingPanels.from(() => import('./listingPanels.ts')),
    adminSections.from(() => import('./adminSections.ts')),
  ],
  offline: [],
})
