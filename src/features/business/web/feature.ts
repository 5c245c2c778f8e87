import { IconChartAreaLine } from '@tabler/icons-react'
import { defineWebFeature } from '../../../platform/web/feature.ts'
import { screen } from '../../../platform/web/page/screen.ts'

export const businessWeb = defineWebFeature({
  pages: [
    {
      path: '/business',
      screen: screen('BusinessPage', () => import('./BusinessPage.tsx')),
      place: {
        id: 'business',
        tooltip: 'Business',
        icon: IconChartAreaLine,
        roles: ['admin'],
        group: 'business',
        order: 5,
        key: 'y',
      },
    },
  ],
  offline: [],
})
