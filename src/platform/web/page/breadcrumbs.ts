import { useEffect, useSyncExternalStore } from 'react'

/** What a screen adds to the breadcrumb after the page's own name. */
export interface Crumb {
  label: string
  /** Address inside the CRM; the last crumb has none. */
  to?: string
}
interface Breadcrumbs {
  crumbs: readonly Crumb[]
  /** A short fact beside the last crumb on phones, such as a count. */
  meta: string | null
}

const none: Breadcrumbs = { crumbs: [], meta: null }
let shown = none
const watchers = new Set<() => void>()

function set(next: Breadcrumbs): void {
  shown = next
  for (const watcher of watchers) watcher()
}

/** Names what the screen shows right now: its tab, its record. Taken away when the screen is left. */
export function useBreadcrumbs(crumbs: readonly Crumb[], meta: string | null = null): void {
  const signature = JSON.stringify({ crumbs, meta })
  useEffect(() => {
    set(JSON.parse(signature) as Breadcrumbs)
    return () => set(none)
  }, [signature])
}

/** What the screen on show has named. */
export const useCurrentBreadcrumbs = (): Breadcrumbs =>
  useSyncExternalStore(
    watcher => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    () => shown,
  )
