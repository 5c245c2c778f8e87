import { IconCode } from '@tabler/icons-react'
import { defineWebFeature } from '../../platform/web/feature.ts'
import { screen } from '../../platform/web/page/screen.ts'

/** What developers and support need to know of this browser and this account. */
export const devScreen = defineWebFeature({
  pages: [
    {
      path: '/dev',
      screen: screen('DevPage', () => import('./DevPage.tsx')),
      place: {
        id: 'dev',
        tooltip: 'Developer',
        icon: IconCode,
        roles: ['admin', 'agent'],
        group: 'office',
        order: 80,
      },
    },
  ],
  adds: [],
  offline: [],
})
