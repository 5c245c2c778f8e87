import { IconTemplate } from '@tabler/icons-react'
import { defineWebFeature } from '../../../platform/web/feature.ts'
import { screen } from '../../../platform/web/page/screen.ts'
import { adminSections } from '../../settings/web/extensions.ts'
import { messagesTabs, templateComposers, useMessagesBadge } from './extensions.ts'

const messages = screen('MessagesPage', () => import('./messages/MessagesPage.tsx'), messagesTabs, templateComposers)
const inside = { tooltip: 'Messages', roles: ['agent'], group: 'hidden' } as const

export const templatesWeb = defineWebFeature({
  pages: [
    {
      path: '/messages',
      screen: messages,
      place: {
        id: 'messages',
        tooltip: 'Messages',
        icon: IconTemplate,
        roles: ['agent'],
        badge: { useCount: useMessagesBadge, asks: true },
        group: 'outreach',
        order: 30,
        exact: true,
        key: 'e',
      },
    },
    { path: '/messages/$id', screen: messages, place: { ...inside, id: 'message' } },
    { path: '/messages/$id/$record', screen: messages, place: { ...inside, id: 'message_record' } },
  ],
  adds: [adminSections.from(() => import('./adminSections.ts'))],
  offline: ['templates'],
})
