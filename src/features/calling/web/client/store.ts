import { useSyncExternalStore } from 'react'
import { type CallState, noCall } from '../rules/callState.ts'

export type { CallState }

let state = noCall
const watchers = new Set<() => void>()

/** The call as this window shows it. */
export const callState = (): CallState => state

/** Shows another state in this window. */
export function showCallState(next: CallState): void {
  if (next === state) return
  state = next
  // For whoever waits until this window can call, such as tests in a browser.
  document.documentElement.toggleAttribute('data-can-call', next.ready && next.devices !== noCall.devices)
  for (const watcher of watchers) watcher()
}

/** Hears of each state of the call; the function that comes back stops that. */
export function watchCallState(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

/** The call, whichever of the person's windows it goes through. */
export const useCallState = (): CallState => useSyncExternalStore(watchCallState, callState)
