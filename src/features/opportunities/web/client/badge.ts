import { useSyncExternalStore } from 'react'
import { useSession } from '../../../people/web/client/viewer.ts'

let today: number | null = null
const watchers = new Set<() => void>()

/** Says how many opportunities there are today; `null` before it is known. */
export function setOpportunitiesBadge(count: number | null): void {
  today = count
  for (const watcher of watchers) watcher()
}

/** How many opportunities there are today: as the session knew it, then as it changes. */
export function useOpportunitiesBadge(): number {
  const first = useSession().user?.opportunitiesCount ?? 0
  const count = useSyncExternalStore(
    watcher => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    () => today,
  )
  return count ?? first
}
