import { createHmac, timingSafeEqual } from 'node:crypto'

/** Headers of what Dotloop posts. */
export const TIMESTAMP_HEADER = 'x-dotloop-timestamp'
export const SIGNATURE_HEADER = 'x-dotloop-signature'

/** Seconds that what it posts may be old, or ahead of our clock. */
const MAX_AGE_SECONDS = 300

/** What Dotloop posts, as it came. */
export interface PostedEvent {
  timestamp: string | undefined
  signature: string | undefined
  body: Buffer
}

/** The signature of a body that is posted at a time, in seconds since 1970. */
export const signatureOf = (key: string, timestamp: string, body: Buffer | string): string =>
  createHmac('sha1', key).update(`${timestamp}.`).update(body).digest('hex')

/** Why a request is not taken as one of Dotloop's; `null` when it is. */
export function whyRefused(
  { timestamp = '', signature = '', body }: PostedEvent,
  key: string,
  now: Date,
): 'unsigned' | 'stale' | null {
  const expected = Buffer.from(signatureOf(key, timestamp, body))
  const given = Buffer.from(signature.trim().toLowerCase())
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'unsigned'
  const age = Math.abs(now.getTime() / 1000 - Number(timestamp))
  return age <= MAX_AGE_SECONDS ? null : 'stale'
}
