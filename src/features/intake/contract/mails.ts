import { z } from 'zod'
import { Id, Instant, line } from '../../../platform/wire/fields.ts'

/** What a lead e-mail can say, in the order in which screens show it. */
export const mailFields = [
  'first_name',
  'last_name',
  'email',
  'phone',
  'mls_number',
  'address',
  'price',
  'message',
] as const
export type MailField = (typeof mailFields)[number]

/** What was read of a mail; fields that it does not have are missing. */
export const MailFields = z.object({
  first_name: line(100).nullish(),
  last_name: line(100).nullish(),
  email: line(254).nullish(),
  phone: line(40).nullish(),
  mls_number: line(40).nullish(),
  address: line(300).nullish(),
  price: line(40).nullish(),
  message: line(5000).nullish(),
})
export type MailFields = Partial<Record<MailField, string | null | undefined>>

/** Which step of the ladder read a mail. */
export const mailReaders = ['metadata', 'json-ld', 'adf', 'reader', 'labels', 'hand'] as const
export type MailReader = (typeof mailReaders)[number]

/** What a person marked in a mail: where a field's value stands, by characters. */
export const MailMark = z.object({
  field: z.enum(mailFields),
  /** `subject` or `text`. */
  part: z.enum(['subject', 'text']),
  start: z.int().min(0).max(200_000),
  end: z.int().min(1).max(200_000),
})
export type MailMark = z.output<typeof MailMark>

/** How one line of a sender's mails is read: text that stays, and fields between. */
export const ReaderLine = z.object({
  part: z.enum(['subject', 'text']),
  /** One more than the fields: what stands before the first, between them, and after the last. */
  literals: z.array(z.string()),
  fields: z.array(z.enum(mailFields)),
})
export type ReaderLine = z.output<typeof ReaderLine>

/** A mail in a list. */
export const MailInBrief = z.object({
  id: Id,
  sender: z.string(),
  sender_name: z.string(),
  subject: z.string(),
  received_at: Instant,
  state: z.enum(['waiting', 'read', 'unread', 'ignored']),
  read_by: z.enum(mailReaders).nullable(),
  lead: z.object({ id: Id, first_name: z.string(), last_name: z.string() }).nullable(),
})
export type MailInBrief = z.output<typeof MailInBrief>

/** A mail as it came, with what was read of it. */
export const IntakeMail = MailInBrief.extend({
  source: z.object({ id: Id, name: z.string() }),
  text: z.string(),
  fields: MailFields.nullable(),
  problem: z.string().nullable(),
  /** The domain whose signature is good. */
  signed_by: z.string().nullable(),
  has_bad_signature: z.boolean(),
})
export type IntakeMail = z.output<typeof IntakeMail>

/** What a reader makes of one stored mail. */
export const TriedMail = z.object({
  id: Id,
  received_at: Instant,
  state: MailInBrief.shape.state,
  /** Whom it finds. */
  name: z.string(),
  is_read: z.boolean(),
  /** What is missing, such as "No phone in this mail". */
  missing: z.string().nullable(),
})

/** A reader tried on all stored mails of its sender. */
export const ReaderTrial = z.object({
  sender: z.string(),
  read: z.int(),
  total: z.int(),
  /** Unread ones that it reads: they are replayed when it is saved. */
  waiting: z.int(),
  mails: z.array(TriedMail),
})
export type ReaderTrial = z.output<typeof ReaderTrial>
