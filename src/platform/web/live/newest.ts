import { AFTER_CHANGE_MS } from '../../wire/live.ts'
import { liveChanges } from './live.ts'

let changedAt = Number.NEGATIVE_INFINITY

/** Notes that something was changed from here, or that the server said so. */
export function recordChange(): void {
  changedAt = performance.now()
}

liveChanges.listen(recordChange)

/** Whether what is read now follows a change, so that it has to be in the answer. */
export const needsNewest = (): boolean => performance.now() - changedAt < AFTER_CHANGE_MS
