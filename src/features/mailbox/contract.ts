import { z } from 'zod'
import { read, write } from '../../platform/wire/call.ts'
import { Instant } from '../../platform/wire/fields.ts'
import { mailboxStates } from './rules.ts'

declare module '../../platform/wire/live.ts' {
  interface Topics {
    mailbox: true
  }
}

declare module '../../platform/wire/audit.ts' {
  interface AuditSubjects {
    mailbox: true
  }
}

/** How well the mailbox of the caller is read, counted. */
export const Mailbox = z.object({
  state: z.enum(mailboxStates),
  email: z.string().nullable(),
  /** Messages in the mailbox. */
  total: z.int(),
  /** Those of them that were read here, whether they are with a lead or not. */
  here: z.int(),
  /** Still to be read. */
  pending: z.int(),
  /** Could not be read after several tries. */
  failed: z.int(),
  /** Messages with leads: all that is stored. */
  with_leads: z.int(),
  counted_at: Instant.nullable(),
  synced_at: Instant.nullable(),
  /** When the newest message with a lead was sent. */
  newest_at: Instant.nullable(),
  /** Google asked to wait until then. */
  waits_until: Instant.nullable(),
  /** Why it was not read the last time. */
  problem: z.string().nullable(),
  /** Until when Google tells of changes by itself; `null` when the mailbox is asked every minute. */
  watch_until: Instant.nullable(),
})
export type Mailbox = z.output<typeof Mailbox>

const right = 'signed_in'

export const mailboxCalls = {
  mailbox: read('mailbox', { right, output: Mailbox, summary: 'How well the mailbox of the caller is read, counted.' }),
  check: write('mailbox/check', {
    right,
    output: Mailbox,
    summary: 'Counts the mailbox of the caller anew, and reads what is missing.',
  }),
}
