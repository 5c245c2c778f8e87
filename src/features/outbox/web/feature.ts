import { IconMailForward } from '@tabler/icons-react'
import { config } from '../../../platform/web/config.ts'
import { defineWebFeature } from '../../../platform/web/feature.ts'
import { screen } from '../../../platform/web/page/screen.ts'

export const outboxWeb = defineWebFeature({
  pages: [
    {
      path: '/outbox',
      screen: screen('OutboxPage', () => import('./OutboxPage.tsx')),
      place: {
        id: 'outbox',
        tooltip: 'Outbox',
        icon: IconMailForward,
        roles: ['everybody'],
        group: 'links',
        order: 20,
        exact: true,
        key: 'x',
        // Only a demo has one: elsewhere the page does not exist.
        isMissing: config.mode !== 'demo',
      },
    },
  ],
  offline: [],
})
