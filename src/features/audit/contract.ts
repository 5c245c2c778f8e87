import { z } from 'zod'
import { read } from '../../platform/wire/call.ts'
import { CalendarDate, Id, Instant, line } from '../../platform/wire/fields.ts'
import { PageInput, page } from '../../platform/wire/page.ts'

const Person = z.object({ id: Id, name: z.string() })

/** One entry of the log: who, acting as whom, did what to what, when and from where. */
export const AuditEntry = z.object({
  id: z.int(),
  at: Instant,
  /** Who really pressed; `null` before sign-in and for the product itself. */
  actor: Person.nullable(),
  /** Whose account was open, when it was not the actor's own. */
  acting_as: Person.nullable(),
  /** Name of the call or job. */
  call: z.string(),
  subject: z.string().nullable(),
  subject_id: z.string().nullable(),
  input: z.unknown(),
  changes: z
    .array(
      z.object({
        subject: z.string(),
        subject_id: z.union([z.string(), z.number()]).nullable(),
        before: z.unknown().optional(),
        after: z.unknown().optional(),
      }),
    )
    .nullable(),
  /** `done`, or the code of the refusal. */
  outcome: z.string(),
  request_id: z.string().nullable(),
  address: z.string().nullable(),
  user_agent: z.string().nullable(),
})
export type AuditEntry = z.output<typeof AuditEntry>

export const auditCalls = {
  list: read('audit', {
    right: 'view_audit_log',
    input: z.object({
      ...PageInput.shape,
      /** Who pressed, or whose account was open. */
      user_id: Id.optional(),
      subject: line(60).optional(),
      subject_id: line(60).optional(),
      /** Action. */
      call: line(100).optional(),
      outcome: line(40).optional(),
      /** Days, both included, in the caller's zone. */
      from: CalendarDate.optional(),
      to: CalendarDate.optional(),
    }),
    output: page(AuditEntry),
    summary: 'The audit log, newest first.',
  }),
}
