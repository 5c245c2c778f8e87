import { createSignal } from './signal.ts'

/** Says since when the service worker has had an answer; not there on what the server itself answered. */
export const KEPT_HEADER = 'x-kept-at'

/** What came of a request: the server's answer, one that was kept on this device (with its time), or none. */
export type Reach = 'answered' | 'silent' | { keptAt: number }

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
export function noteReach(headers: Headers, askedAt: number): void {
  if (askedAt < lostAt) return
  const keptAt = Number(headers.get(KEPT_HEADER))
  reached.emit(keptAt > 0 ? { keptAt } : 'answered')
}
