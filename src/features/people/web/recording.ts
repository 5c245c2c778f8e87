import { createSignal } from '../../../platform/web/signal.ts'
import { storage } from '../../../platform/web/storage.ts'

const IDENTIFIED_KEY = 'recording-identified'

/** Tells the session recorder who is recorded, at most once a day for the same person. */
export const recordingIdentified = createSignal<{ userId: number; day: string }>()

/** Identifies the person for the session recording when they changed or a new day began. Says whether it did. */
export function identifyForRecording(userId: number, now = new Date()): boolean {
  const day = now.toLocaleDateString('en-CA')
  const mark = `${userId} ${day}`
  if (storage.read(IDENTIFIED_KEY) === mark) return false
  storage.write(IDENTIFIED_KEY, mark)
  recordingIdentified.emit({ userId, day })
  return true
}
