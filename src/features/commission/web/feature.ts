import { IconChartPie } from '@tabler/icons-react'
import { defineWebFeature } from '../../../platform/web/feature.ts'
import { screen } from '../../../platform/web/page/screen.ts'

export const commissionWeb = defineWebFeature({
  pages: [
    {
      path: '/commission',
      screen: screen('CommissionPage', () => import('./plans/CommissionPage.tsx')),
      place: {
        id: 'commission',
        tooltip: 'Commission',
        icon: IconChartPie,
        roles: ['admin', 'agent', 'deals'],
        group: 'business',
        order: 15,
      },
    },
  ],
  offline: [],
})
