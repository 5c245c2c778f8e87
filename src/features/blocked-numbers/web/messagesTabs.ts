import { useInfiniteQuery } from '@tanstack/react-query'
import type { MessagesTab } from '../../templates/web/extensions.ts'
import { blockedNumbersQuery } from './client.ts'

function useCount(): number | null {
  const { data } = useInfiniteQuery(blockedNumbersQuery)
  return data?.pages[0]?.totalCount ?? null
}

export const messagesTabs: readonly MessagesTab[] = [
  {
    id: 'blocked',
    order: 30,
    label: 'Blocked numbers',
    useCount,
    load: async () => (await import('./BlockedNumbersTab.tsx')).BlockedNumbersTab,
  },
]
