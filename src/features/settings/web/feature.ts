import { IconPhone } from '@tabler/icons-react'
import { defineWebFeature } from '../../../platform/web/feature.ts'
import { screen } from '../../../platform/web/page/screen.ts'

export const settingsWeb = defineWebFeature({
  pages: [
    {
      path: '/mobile',
      screen: screen('MobileAppsPage', () => import('./MobileAppsPage.tsx')),
      place: {
        id: 'mobile',
        tooltip: 'Mobile Apps',
        icon: IconPhone,
        roles: ['agent', 'admin'],
        group: 'links',
        order: 10,
      },
    },
  ],
  offline: [],
})
