import { IconRoute } from '@tabler/icons-react'
import { defineWebFeature } from '../../../platform/web/feature.ts'
import { screen } from '../../../platform/web/page/screen.ts'
import { leadPanels, leadsExtensions } from '../../leads/web/extensions.ts'

const place = { tooltip: 'Campaigns', roles: ['agent', 'admin'], group: 'outreach' } as const

export const campaignsWeb = defineWebFeature({
  pages: [
    {
      path: '/campaigns',
      screen: screen('CampaignsPage', () => import('./list/CampaignsPage.tsx')),
      place: { ...place, id: 'campaigns', icon: IconRoute, order: 10, exact: true, key: 'c' },
    },
    {
      path: '/campaigns/$id',
      screen: screen('CampaignPage', () => import('./page/CampaignPage.tsx')),
      place: { ...place, id: 'campaign', group: 'hidden' },
    },
  ],
  adds: [leadPanels.from(() => import('./leadPanels.ts')), leadsExtensions.from(() => import('./leadsExtensions.ts'))],
  offline: ['campaigns'],
})
