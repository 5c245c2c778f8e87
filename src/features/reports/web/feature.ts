import { IconChartBar } from '@tabler/icons-react'
import { defineWebFeature } from '../../../platform/web/feature.ts'
import { screen } from '../../../platform/web/page/screen.ts'
import { teamAgentParts } from '../../team/web/extensions.ts'

export const reportsWeb = defineWebFeature({
  pages: [
    {
      path: '/reports',
      screen: screen('ReportsPage', () => import('./ReportsPage.tsx')),
      place: {
        id: 'reports',
        tooltip: 'Reports',
        icon: IconChartBar,
        roles: ['agent', 'admin'],
        group: 'business',
        order: 30,
        key: 'r',
      },
    },
  ],
  adds: [teamAgentParts.from(() => import('./teamAgentParts.ts'))],
  offline: [],
})
