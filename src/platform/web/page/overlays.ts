import { useSyncExternalStore } from 'react'

let overlay: string | null = null
const watchers = new Set<() => void>()

function set(next: string | null): void {
  overlay = next
  for (const watcher of watchers) watcher()
}

/** Opens what lies over the whole shell under this name, in the place of what was open. */
export const openOverlay = (name: string): void => set(name)
/** Closes what is open. */
export const closeOverlay = (): void => set(null)

/** The name of what is open. */
export const useOverlay = (): string | null =>
  useSyncExternalStore(
    watcher => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    () => overlay,
  )
