import { useSyncExternalStore } from 'react'
import { createSignal } from '../signal.ts'
import { whenIdle } from './idle.ts'

/** How long after the first screen data is fetched in advance, so that it does not slow that screen down. */
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
