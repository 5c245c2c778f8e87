import { z } from 'zod'
import { read, remote } from '../../platform/wire/call.ts'
import { Instant } from '../../platform/wire/fields.ts'
import { googleServices, serviceStates } from './rules.ts'

declare module '../../platform/wire/live.ts' {
  interface Topics {
    google: true
  }
}

declare module '../../platform/wire/audit.ts' {
  interface AuditSubjects {
    'google account': true
  }
}

const State = z.enum(serviceStates)

/** The caller's Google account. */
export const GoogleAccount = z.object({
  /** `null` before it was connected. */
  email: z.string().nullable(),
  mail: State,
  calendar: State,
  /** Why it is no longer reached; `null` while it is. */
  problem: z.string().nullable(),
  problem_at: Instant.nullable(),
  connected_at: Instant.nullable(),
  /** When the access ends by itself, because the application is being tested at Google; `null` for access that lasts. */
  ends_at: Instant.nullable(),
})
export type GoogleAccount = z.output<typeof GoogleAccount>

const right = 'signed_in'

export const googleAccountCalls = {
  account: read('google/account', {
    right,
    output: GoogleAccount,
    summary: 'The Google account of the caller: what of it is reached, and why not.',
  }),
  disconnect: remote('google/disconnect', {
    right,
    method: 'POST',
    input: z.object({ service: z.enum(googleServices) }),
    output: GoogleAccount,
    summary:
      'Stops reading the mail or the calendar of the caller. What was stored stays; the access ends at Google with the last of the two. Connecting again is a consent, as at sign-in.',
  }),
}
