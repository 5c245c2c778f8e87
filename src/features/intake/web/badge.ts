import { useSyncExternalStore } from 'react'

let badge = 0
const watchers = new Set<() => void>()

/** Says how many mails wait for a person. */
export function setIntakeBadge(count: number): void {
  badge = count
  for (const watcher of watchers) watcher()
}

/** How many mails wait for a person. */
export const useIntakeBadge = (): number =>
  useSyncExternalStore(
    watcher => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    () => badge,
  )
