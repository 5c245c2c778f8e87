import { call } from '../../../../platform/web/calls/call.ts'
import { storage } from '../../../../platform/web/storage.ts'
import { Identified, recordingCalls } from '../../contract.ts'
import { dayAt, type Identification, isCurrent, type Watched } from '../../rules/identification.ts'

/** All windows of this browser share one. */
const KEY = 'recording-identification'

/** The identification of whoever is at the screen today. The server is asked only when the user has changed, or on a new day. */
export async function identificationFor(watched: Watched, zone: string): Promise<Identification> {
  const known = Identified.safeParse(storage.read(KEY))
  if (known.success && isCurrent(known.data, watched, dayAt(new Date(), zone))) return known.data
  const identified = await call(recordingCalls.identify)
  storage.write(KEY, identified)
  return identified
}

/** Has the next one ask the server, because it did not know the last one any more. */
export const discardIdentification = (): void => storage.remove(KEY)
