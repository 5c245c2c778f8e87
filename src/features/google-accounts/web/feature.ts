import { defineWebFeature } from '../../../platform/web/feature.ts'
import { screen } from '../../../platform/web/page/screen.ts'
import { connections } from './extensions.ts'

export const googleAccountsWeb = defineWebFeature({
  pages: [
    {
      path: '/connections',
      screen: screen('ConnectionsPage', () => import('./ConnectionsPage.tsx'), connections),
      place: { id: 'connections', tooltip: 'Connections', roles: ['everybody'], group: 'hidden', exact: true },
    },
  ],
  offline: [],
})
