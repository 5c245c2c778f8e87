import { defineWebFeature } from '../../../platform/web/feature.ts'
import { screen } from '../../../platform/web/page/screen.ts'

export const loopsWeb = defineWebFeature({
  pages: [
    {
      path: '/connect/dotloop',
      screen: screen('ConnectPage', () => import('./ConnectPage.tsx')),
      place: {
        id: 'connect_dotloop',
        tooltip: 'Connect Dotloop',
        roles: [],
        permission: 'deals_access',
        group: 'hidden',
        exact: true,
      },
    },
  ],
  offline: [],
})
