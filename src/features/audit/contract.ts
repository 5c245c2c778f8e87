import { z } from 'zod'
import { read, remote, write } from '../../platform/wire/call.ts'
import { CalendarDate, Id, Instant, line, Nothing } from '../../platform/wire/fields.ts'
import { PageInput, page } from '../../platform/wire/page.ts'

declare module '../../platform/wire/audit.ts' {
  interface AuditSubjects {
    'audit log': true
  }
}

const Person = z.object({ id: Id, name: z.string() })

/** A piece of a sentence: plain, or the name of a record that the reader may see. */
const SentencePart = z.object({ text: z.string(), kind: z.string().nullable(), id: Id.nullable() })

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
  /** The entry in words: "Maya Lindqvist flagged Ayesha Malhotra as bogus". */
  sentence: z.array(SentencePart),
  /** Whether the reader may take it back, as long as nothing was changed since. */
  can_revert: z.boolean(),
  /** Names of the records whose ids stand in the entry; of those that the reader may see. */
  names: z.array(z.object({ kind: z.string(), id: Id, name: z.string() })),
})
export type AuditEntry = z.output<typeof AuditEntry>

/** What the log can be narrowed to. */
const filters = z.object({
  /** Who pressed, or whose account was open. */
  user_id: Id.optional(),
  subject: line(60).optional(),
  subject_id: line(60).optional(),
  /** Action. */
  call: line(100).optional(),
  outcome: line(40).optional(),
  /** Only what was refused, for whatever reason. */
  refused: z.boolean().optional(),
  /** Only what somebody did while logged in as somebody else. */
  while_acting: z.boolean().optional(),
  /** Days, both included, in the caller's zone. */
  from: CalendarDate.optional(),
  to: CalendarDate.optional(),
})

/** Entries of one file at the most; whoever wants more narrows it to some days. */
export const MAX_EXPORTED_ENTRIES = 100_000

export const auditCalls = {
  list: read('audit', {
    right: 'view_audit_log',
    input: filters.extend(PageInput.shape),
    output: page(AuditEntry),
    summary: 'The audit log, newest first.',
  }),
  export: remote('audit/export', {
    right: 'view_audit_log',
    method: 'GET',
    input: filters,
    output: Nothing,
    perMinute: 10,
    summary: `The audit log as CSV, newest first, narrowed like the list, ${MAX_EXPORTED_ENTRIES.toLocaleString('en')} entries at the most. Written to the log itself.`,
  }),
  revert: write('audit/:id/revert', {
    right: 'view_audit_log',
    input: z.object({ reason: line(300).optional() }),
    output: z.object({ id: z.int() }),
    summary: 'Puts back what an entry changed, unless it was changed since; needs the right of the call itself.',
  }),
}
