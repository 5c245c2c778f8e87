import { useSyncExternalStore } from 'react'

/** A maintenance window, as the server tells everybody. */
export interface MaintenanceWindow {
  starts_at: string
  minutes: number
  live: boolean
  ends_at: string
}

/** What the shell shows about the system itself. */
export interface SystemStatus {
  maintenance: MaintenanceWindow | null
  /** What the banner says while the system is being updated; empty for the usual sentence, `null` for no banner. */
  notice: string | null
}

const calm: SystemStatus = { maintenance: null, notice: null }
let status = calm
const watchers = new Set<() => void>()

/** Takes over what the server told. */
export function setSystemStatus(next: SystemStatus): void {
  status = next
  for (const watcher of watchers) watcher()
}

/** The state of the system. */
export const useSystemStatus = (): SystemStatus =>
  useSyncExternalStore(
    watcher => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    () => status,
  )
