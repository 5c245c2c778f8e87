import { IconSettings2 } from '@tabler/icons-react'
import { adminSections } from '../../features/settings/web/extensions.ts'
import { defineWebFeature } from '../../platform/web/feature.ts'
import { screen } from '../../platform/web/page/screen.ts'

/** The administration: sections that features give to it. */
export const adminScreen = defineWebFeature({
  pages: [
    {
      path: '/admin',
      screen: screen('AdminPage', () => import('./AdminPage.tsx'), adminSections),
      place: {
        id: 'admin',
        tooltip: 'Admin',
        icon: IconSettings2,
        roles: ['admin'],
        group: 'office',
        order: 70,
        key: 's',
      },
    },
  ],
  adds: [adminSections.from(() => import('./adminSections.ts'))],
  offline: [],
})
