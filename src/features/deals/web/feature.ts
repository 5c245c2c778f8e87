import { IconReceiptDollar } from '@tabler/icons-react'
import { defineWebFeature } from '../../../platform/web/feature.ts'
import { screen } from '../../../platform/web/page/screen.ts'
import { dealsActions } from './extensions.ts'

export const dealsWeb = defineWebFeature({
  pages: [
    {
      path: '/deals',
      screen: screen('DealsPage', () => import('./list/DealsPage.tsx'), dealsActions),
      place: {
        id: 'deals',
        tooltip: 'Deals',
        icon: IconReceiptDollar,
        roles: [],
        permission: 'deals_access',
        group: 'business',
        order: 10,
        key: 'd',
      },
    },
  ],
  offline: ['deals', 'deal-types', 'deal-statuses'],
})
