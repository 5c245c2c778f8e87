import { defineWebFeature } from '../../../platform/web/feature.ts'
import { screen } from '../../../platform/web/page/screen.ts'
import { leadMenuActions } from '../../leads/web/extensions.ts'

export const consentRequestsWeb = defineWebFeature({
  pages: [
    {
      path: '/consent/$token',
      screen: screen('ConsentPage', () => import('./ConsentPage.tsx')),
      place: 'public',
    },
  ],
  adds: [leadMenuActions.from(() => import('./leadMenuActions.ts'))],
  offline: [],
})
