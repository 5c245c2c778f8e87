import { useSyncExternalStore } from 'react'

let tasks: number | null = null
const watchers = new Set<() => void>()

/** Says how many tasks of today wait; `null` before it is known. */
export function setTasksBadge(count: number | null): void {
  tasks = count
  for (const watcher of watchers) watcher()
}

/** How many tasks of today wait. */
export const useTasksBadge = (): number =>
  useSyncExternalStore(
    watcher => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    () => tasks ?? 0,
  )
