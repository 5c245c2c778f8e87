import { IconFileImport } from '@tabler/icons-react'
import { defineWebFeature } from '../../../platform/web/feature.ts'
import { screen } from '../../../platform/web/page/screen.ts'

export const importsWeb = defineWebFeature({
  pages: [
    {
      path: '/imports',
      screen: screen('ImportPage', () => import('./ImportPage.tsx')),
      place: {
        id: 'imports',
        tooltip: 'Import leads',
        icon: IconFileImport,
        roles: [],
        permission: 'import_leads',
        group: 'office',
        order: 40,
        key: 'i',
      },
    },
  ],
  offline: [],
})
