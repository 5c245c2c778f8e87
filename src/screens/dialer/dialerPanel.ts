import { useSyncExternalStore } from 'react'

let isOpen = false
const watchers = new Set<() => void>()

/** Shows the list that is called down, or hides it: the bar stays. */
export function showDialerList(shown: boolean): void {
  isOpen = shown
  for (const watcher of watchers) watcher()
}

/** Whether the list is on screen. */
export const useIsDialerListShown = (): boolean =>
  useSyncExternalStore(
    watcher => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    () => isOpen,
  )
