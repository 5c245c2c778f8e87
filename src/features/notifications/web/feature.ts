import { defineWebFeature } from '../../../platform/web/feature.ts'
import { screen } from '../../../platform/web/page/screen.ts'

export const notificationsWeb = defineWebFeature({
  pages: [
    {
      path: '/notifications',
      screen: screen('NotificationsPage', () => import('./NotificationsPage.tsx')),
      place: {
        id: 'notifications',
        tooltip: 'Notifications',
        roles: ['everybody'],
        group: 'hidden',
        exact: true,
        key: 'n',
      },
    },
  ],
  topBar: [{ id: 'notifications', load: async () => (await import('./Bell.tsx')).Bell }],
  offline: ['notifications'],
})
