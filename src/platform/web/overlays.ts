import { useSyncExternalStore } from 'react'

/** What lies over the whole shell. */
export type Overlay = 'palette' | 'keys' | 'transfers' | null

let overlay: Overlay = null
const watchers = new Set<() => void>()

function set(next: Overlay): void {
  overlay = next
  for (const watcher of watchers) watcher()
}

/** Opens the command palette. */
export const openPalette = (): void => set('palette')
/** Opens the list of keys. */
export const openKeyList = (): void => set('keys')
/** Opens the lead transfers. */
export const openTransfers = (): void => set('transfers')
/** Closes what is open. */
export const closeOverlay = (): void => set(null)

/** What is open. */
export const useOverlay = (): Overlay =>
  useSyncExternalStore(
    watcher => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    () => overlay,
  )
