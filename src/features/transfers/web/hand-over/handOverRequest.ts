import { useSyncExternalStore } from 'react'

/** Leads for which somebody is asked to choose an agent. */
export interface HandOverRequest {
  /** Such as "Ada Lovelace", or "12 leads". */
  what: string
  /** How many they are. */
  size: number
  /** Whether they go at once; otherwise the receiver accepts or rejects. */
  isAtOnce: boolean
  /** Agents who cannot get them: those who have them. */
  without: readonly number[]
  /** Hands them over; what it throws keeps the dialog open. */
  give(agentId: number): Promise<void>
}

let request: HandOverRequest | null = null
const watchers = new Set<() => void>()

/** Opens the dialog, or closes it. */
export function askForReceiver(next: HandOverRequest | null): void {
  request = next
  for (const watcher of watchers) watcher()
}

/** What the dialog asks about. */
export const useHandOverRequest = (): HandOverRequest | null =>
  useSyncExternalStore(
    watcher => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    () => request,
  )
