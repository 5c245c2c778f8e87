import { z } from 'zod'
import { read, write } from '../../../platform/wire/call.ts'
import { Id, Instant, line } from '../../../platform/wire/fields.ts'
import { PageInput, page } from '../../../platform/wire/page.ts'

/**
 * `refused` by the product (no consent, nothing left to show), `failed` at the mail server, `expired` when an administrator
 * discarded it during a pause of all sending.
 */
export const EmailState = z.enum(['waiting', 'sent', 'refused', 'failed', 'expired'])
export type EmailState = z.output<typeof EmailState>

/** An e-mail of an alert: who got it when, or why not. */
export const SentEmail = z.object({
  id: Id,
  state: EmailState,
  /** Somebody pressed "Send now". */
  by_hand: z.boolean(),
  /** Homes in it, of one that was sent. */
  listings: z.int(),
  tries: z.int(),
  problem: z.string().nullable(),
  created_at: Instant,
  /** When one that waits is tried again. */
  retry_at: Instant.nullable(),
  finished_at: Instant.nullable(),
  /** Where it went; `null` of one that was never tried. */
  recipient: z.string().nullable(),
  /** Whether it can be sent once more: its homes are known. */
  can_retry: z.boolean(),
  alert: z.object({ id: Id, name: z.string(), is_deleted: z.boolean() }),
  lead: z.object({ id: Id, first_name: z.string(), last_name: z.string() }),
})
export type SentEmail = z.output<typeof SentEmail>

/** How the e-mails of all alerts stand. */
export const EmailSummary = z.object({
  /** Alerts that are kept, by how often they are sent. */
  frequencies: z.array(z.object({ alert_frequency: z.int(), alerts: z.int() })),
  /** Alerts for which homes wait until their moment, and the next such moment. */
  due: z.object({ alerts: z.int(), next_at: Instant.nullable() }),
  /** E-mails that are on their way. */
  waiting: z.int(),
  /** Since midnight of the caller. */
  today: z.object({ sent: z.int(), refused: z.int(), failed: z.int() }),
  /** Failed ones that can be tried again. */
  to_retry: z.int(),
  /** Why e-mails were not sent in the last seven days, most frequent first. */
  reasons: z.array(z.object({ problem: z.string(), emails: z.int() })),
})
export type EmailSummary = z.output<typeof EmailSummary>

/** Looking after the e-mails of alerts. */
export const alertEmailCalls = {
  emails: read('alerts/emails', {
    right: 'is_admin',
    input: z.object({
      ...PageInput.shape,
      state: EmailState.optional(),
      alert_id: Id.optional(),
      /** Part of a lead's name or address, or of the name of an alert. */
      search: line(100).optional(),
    }),
    output: page(SentEmail),
    summary: 'The e-mails of alerts, newest first: who got what when, and why not.',
  }),
  emailSummary: read('alerts/emails/summary', { right: 'is_admin', output: EmailSummary }),
  retryEmail: write('alerts/emails/:id/retry', {
    right: 'is_admin',
    output: SentEmail,
    summary: 'Tries an e-mail once more that waits, failed or was refused. What was sent since is left out.',
  }),
  retryEmails: write('alerts/emails/retry', {
    right: 'is_admin',
    output: z.object({ emails: z.int() }),
    summary: 'The same for everything that failed, 500 at a time.',
  }),
}
