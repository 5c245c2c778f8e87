import { useSyncExternalStore } from 'react'

/** Whom to snooze. */
export interface SnoozeAsked {
  lead: { id: number; first_name: string; last_name: string; snoozed_until: string | null }
  /** What it is about, said under the title: "saw 88 Scott St 4 times since Monday". */
  reason: string
  /** Fetches again what the screen shows, after the snooze and after its Undo. */
  settle?(): Promise<unknown>
  /** Called in the place of the snackbar, once the lead is snoozed; `undo` wakes them, or gives back the snooze that there was. */
  onSnoozed?(snooze: { until: Date; undo(): Promise<void> }): void
}

let asked: SnoozeAsked | null = null
const watchers = new Set<() => void>()

function set(next: SnoozeAsked | null): void {
  asked = next
  for (const watcher of watchers) watcher()
}

/** Asks until when a lead is to be snoozed, over whatever is on screen. */
export const openSnooze = (next: SnoozeAsked): void => set(next)

/** Closes the question. */
export const closeSnooze = (): void => set(null)

/** What is asked; `null` while nothing is. */
export const useSnoozeAsked = (): SnoozeAsked | null =>
  useSyncExternalStore(
    watcher => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    () => asked,
  )

/** Whether anything is. */
export const useIsSnoozeAsked = (): boolean => useSnoozeAsked() !== null
