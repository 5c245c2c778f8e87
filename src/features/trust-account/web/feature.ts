import { IconBuildingBank } from '@tabler/icons-react'
import { defineWebFeature } from '../../../platform/web/feature.ts'
import { screen } from '../../../platform/web/page/screen.ts'

export const trustAccountWeb = defineWebFeature({
  pages: [
    {
      path: '/trust',
      screen: screen('TrustPage', () => import('./page/TrustPage.tsx')),
      place: {
        id: 'trust',
        tooltip: 'Trust account',
        icon: IconBuildingBank,
        roles: ['admin', 'deals'],
        group: 'business',
        order: 16,
      },
    },
  ],
  offline: [],
})
