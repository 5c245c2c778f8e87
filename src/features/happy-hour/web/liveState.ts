import { createSignal } from '../../../platform/web/signal.ts'

/** What the drawer shows of happy hour. */
export interface LiveState {
  /** 1 when a lead can be claimed now. */
  outstanding: number
  /** When the session ends, as text, or no session while happy hour is live; `null` while it is not. */
  highlight: { note: string | null } | null
}

const quiet: LiveState = { outstanding: 0, highlight: null }
let state = quiet
const changed = createSignal<LiveState>()

/** What the drawer shows from now on. Light, so that the first screen does not wait for happy hour. */
export function setLiveState(next: LiveState | null): void {
  state = next ?? quiet
  changed.emit(state)
}

/** Calls back whenever the drawer shows something else. */
export const watchLiveState = (watcher: () => void): (() => void) => changed.listen(watcher)

/** What the drawer shows. */
export const liveState = (): LiveState => state
