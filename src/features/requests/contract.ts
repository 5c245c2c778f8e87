import { z } from 'zod'
import { read } from '../../platform/wire/call.ts'
import { CalendarDate, Id, Instant, line } from '../../platform/wire/fields.ts'
import { PageInput, page } from '../../platform/wire/page.ts'
import { OfferSubmission } from '../milestones/contract.ts'
import { RequestedTime } from '../tasks/contract.ts'
import { MAX_TIMES, requestKinds } from './rules.ts'

declare module '../../platform/wire/live.ts' {
  interface Topics {
    requests: true
  }
}

declare module '../../platform/wire/audit.ts' {
  interface AuditSubjects {
    request: true
  }
}

export const RequestKindName = z.enum(requestKinds)

/** What a lead asked for. An offer has every field of an offer submission. */
export const LeadRequest = OfferSubmission.extend({
  lead_id: Id,
  kind: RequestKindName,
  /** As the home was called then. */
  address: z.string(),
  times: z.array(RequestedTime),
  message: z.string(),
  /** Where they asked: "Page of a home". */
  source: z.string(),
  /** What the agent does about it; open until that is done. */
  task_id: Id.nullable(),
  is_open: z.boolean(),
  created_at: Instant,
  /** Later than `created_at` when they changed their mind since. */
  updated_at: Instant,
})
export type LeadRequest = z.output<typeof LeadRequest>

/** What the forms for leads send, beside the home that they stand on. */
export const RequestFields = z.object({
  kind: RequestKindName,
  times: z
    .array(
      z.strictObject({
        date: CalendarDate,
        from: z
          .string()
          .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a time of day such as 14:30' })
          .nullable(),
      }),
    )
    .max(MAX_TIMES, { error: `must be at most ${MAX_TIMES} days` })
    .optional(),
  /** Dollars. */
  price: z
    .int({ error: 'must be whole dollars' })
    .min(1, { error: 'must be more than nothing' })
    .max(1_000_000_000, { error: 'must be at most a billion dollars' })
    .nullable()
    .optional(),
  move_in_date: CalendarDate.nullable().optional(),
  message: line(2000).optional(),
  /** Of a home that is not on the market: their own. */
  address: line(300).optional(),
})
export type RequestFields = z.output<typeof RequestFields>

export const requestCalls = {
  list: read('lead/:leadId/requests', {
    right: 'view_leads',
    input: PageInput,
    output: page(LeadRequest),
    summary: 'What a lead asked for: viewings, offers, to sell; newest first.',
  }),
}
