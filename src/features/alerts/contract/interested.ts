import { z } from 'zod'
import { read, remote } from '../../../platform/wire/call.ts'
import { Id, Instant, line } from '../../../platform/wire/fields.ts'

/** A lead of whom an alert finds a home. */
export const InterestedLead = z.object({
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  /** The alert by which the home is sent. */
  alert: z.object({ id: Id, name: z.string() }),
  /** When the lead looked at the home last; `null` when they have not. */
  saw_at: Instant.nullable(),
  /** They were sent it at this price. */
  was_sent: z.boolean(),
  /** Why it cannot be sent to them; `null` when it can. */
  refusal: z.string().nullable(),
})
export type InterestedLead = z.output<typeof InterestedLead>

const home = { params: z.object({ mls: line(100).min(1) }), right: 'view_leads' } as const

export const interestedCalls = {
  interested: read('listings/:mls/leads', {
    ...home,
    output: z.object({
      /** How many leads of the caller an alert finds it for, and how many of them looked at it. */
      count: z.int(),
      saw: z.int(),
      /** Whether they are the caller's own leads, or all that the caller reaches. */
      are_own: z.boolean(),
      leads: z.array(InterestedLead),
    }),
    summary: 'The leads whose alerts find a home on the market: who saw it, who was sent it, who may be sent it.',
  }),
  sendHome: remote('listings/:mls/send', {
    ...home,
    input: z.object({ lead_ids: z.array(Id).min(1).max(100) }),
    output: z.object({
      sent: z.array(Id),
      refused: z.array(z.object({ lead_id: Id, errors: z.array(z.string()) })),
    }),
    perMinute: 30,
    summary: 'E-mails a home to leads whose alerts find it, each once at its price.',
  }),
}
