import { IconMasksTheater } from '@tabler/icons-react'
import { config } from '../../../platform/web/config.ts'
import { defineWebFeature } from '../../../platform/web/feature.ts'
import { screen } from '../../../platform/web/page/screen.ts'

export const simulateWeb = defineWebFeature({
  pages: [
    {
      path: '/simulate',
      screen: screen('SimulatePage', () => import('./SimulatePage.tsx')),
      place: {
        id: 'simulate',
        tooltip: 'Simulate',
        icon: IconMasksTheater,
        roles: ['everybody'],
        group: 'links',
        order: 30,
        exact: true,
        // Only in a demo can people outside be made up.
        isMissing: config.mode !== 'demo',
      },
    },
  ],
  offline: [],
})
