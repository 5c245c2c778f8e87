import { useQuery } from '@tanstack/react-query'
import type { MessagesTab } from '../../templates/web/extensions.ts'
import { countsQuery } from './client.ts'

const useCount = (): number | null => useQuery(countsQuery).data?.unread ?? null

export const messagesTabs: readonly MessagesTab[] = [
  { id: 'inbox', order: 20, label: 'Inbox', useCount, load: async () => (await import('./InboxTab.tsx')).InboxTab },
]
