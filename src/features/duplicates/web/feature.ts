import { IconArrowMerge } from '@tabler/icons-react'
import { defineWebFeature } from '../../../platform/web/feature.ts'
import { screen } from '../../../platform/web/page/screen.ts'
import { leadPanels } from '../../leads/web/extensions.ts'

export const duplicatesWeb = defineWebFeature({
  pages: [
    {
      path: '/duplicates',
      screen: screen('DuplicatesPage', () => import('./DuplicatesPage.tsx')),
      place: {
        id: 'duplicates',
        tooltip: 'Duplicates',
        icon: IconArrowMerge,
        roles: ['agent', 'admin'],
        group: 'office',
        order: 30,
        exact: true,
      },
    },
  ],
  adds: [leadPanels.from(() => import('./leadPanels.ts'))],
  offline: ['duplicates'],
})
