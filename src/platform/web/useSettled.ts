import { useSyncExternalStore } from 'react'
import { whenIdle } from './idle.ts'
import { createSignal } from './signal.ts'

/** The first screen comes first: what nobody has asked for yet is fetched this long after it. */
const SETTLED_AFTER_MS = 1_500

let settled = false
const whenSettled = createSignal<boolean>()
const settle = () => {
  settled = true
  whenSettled.emit(true)
}
setTimeout(() => whenIdle(settle), SETTLED_AFTER_MS)

/** Whether the first screen is there, and the browser had time to breathe. */
export const useSettled = (): boolean =>
  useSyncExternalStore(
    watcher => whenSettled.listen(watcher),
    () => settled,
  )
