import { createSignal } from './signal.ts'
import { storage } from './storage.ts'

/** Who a session recording belongs to. */
export interface Identity {
  id: number
  name: string
}

const KEY = 'recording-identified'

/** Tells a session recorder who is at work: once a day, and when the user changes. */
export const recordingIdentified = createSignal<Identity>()

/** Whether to identify: another user than last time, or another day. */
export function identificationDue(kept: unknown, id: number, day: string): boolean {
  if (typeof kept !== 'object' || kept === null) return true
  const { id: keptId, day: keptDay } = kept as { id?: unknown; day?: unknown }
  return keptId !== id || keptDay !== day
}

/** Identifies the user for session recording when it is due. */
export function identifyDaily(identity: Identity, day: string): void {
  if (!identificationDue(storage.read(KEY), identity.id, day)) return
  storage.write(KEY, { id: identity.id, day })
  recordingIdentified.emit(identity)
}
