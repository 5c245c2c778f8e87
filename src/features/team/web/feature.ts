import { IconUsersGroup } from '@tabler/icons-react'
import { defineWebFeature } from '../../../platform/web/feature.ts'
import { screen } from '../../../platform/web/page/screen.ts'
import { teamAgentParts } from './extensions.ts'

export const teamWeb = defineWebFeature({
  pages: [
    {
      path: '/teams',
      screen: screen('TeamPage', () => import('./TeamPage.tsx'), teamAgentParts),
      place: {
        id: 'teams',
        tooltip: 'My Team',
        icon: IconUsersGroup,
        roles: [],
        permission: 'can_view_team',
        group: 'outreach',
        order: 40,
        key: 'm',
      },
    },
  ],
  offline: [],
})
