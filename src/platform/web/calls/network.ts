import { liveState } from '../live/live.ts'
import { createSignal } from '../signal.ts'

/** Says since when the service worker has had an answer; not there on what the server itself answered. */
export const CACHED_HEADER = 'x-kept-at'

/** What came of a request: the server's answer, one that was kept on this device (with its time), or none. */
export type Reach = 'answered' | 'silent' | { cachedAt: number }

/** Tells after each request whether the server can be reached. */
export const reached = createSignal<Reach>()

let last: Reach = 'answered'
reached.listen(reach => {
  last = reach
})

/** What came of the last request; for who began to listen later. */
export const lastReach = (): Reach => last

/** When the browser last said that there is no network. */
let lostAt = 0
globalThis.addEventListener?.('offline', () => {
  lostAt = performance.now()
})

/** Notes what an answer says about the network. One that was asked for before the network went says nothing of it now. */
export function recordReach(headers: Headers, askedAt: number): void {
  if (askedAt < lostAt) return
  const cachedAt = Number(headers.get(CACHED_HEADER))
  reached.emit(cachedAt > 0 ? { cachedAt } : 'answered')
}

/** A line that comes and goes brings everything back no sooner than this after the last time, and ever later as it goes on. */
const SHORTEST_WAIT_MS = 5_000
const LONGEST_WAIT_MS = 60_000

/**
 * Runs `onBack` when the server can be reached again. What was asked for meanwhile may have been answered by this device:
 * an answer of the server after such a one means once more that it is back. Returns the function that stops it.
 */
export function watchReturn(onBack: () => void): () => void {
  let wasAway = last !== 'answered'
  let backAt = Number.NEGATIVE_INFINITY
  let wait = SHORTEST_WAIT_MS
  let timer: ReturnType<typeof setTimeout> | null = null
  const back = () => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    backAt = Date.now()
    onBack()
  }
  const backInTime = () => {
    if (timer !== null) return
    const since = Date.now() - backAt
    if (since > LONGEST_WAIT_MS) wait = SHORTEST_WAIT_MS
    if (since >= wait) back()
    else timer = setTimeout(back, wait - since)
    wait = Math.min(wait * 2, LONGEST_WAIT_MS)
  }
  const left = [
    reached.listen(reach => {
      if (wasAway && reach === 'answered') backInTime()
      wasAway = reach !== 'answered'
    }),
    // The stream tries by itself until the server is there: what it brings back may be old.
    liveState.listen(state => void (state === 'open' && wasAway && back())),
  ]
  const onOffline = () => {
    wasAway = true
  }
  addEventListener('offline', onOffline)
  addEventListener('online', back)
  return () => {
    removeEventListener('offline', onOffline)
    removeEventListener('online', back)
    for (const leave of left) leave()
    if (timer !== null) clearTimeout(timer)
  }
}
