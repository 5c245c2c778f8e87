import { z } from 'zod'
import { read, remote, write } from '../../platform/wire/call.ts'
import { Id, Instant, InstantInput, line } from '../../platform/wire/fields.ts'
import { PageInput, page } from '../../platform/wire/page.ts'
import { BulkRun } from '../bulk/contract.ts'
import { LeadSelection } from '../leads/contract/filters.ts'
import { SendingState } from '../outbound/contract.ts'
import { EMAIL_LENGTH, SUBJECT_LENGTH } from '../templates/rules/templates.ts'

declare module '../../platform/wire/audit.ts' {
  interface AuditSubjects {
    'e-mail': true
    signature: true
  }
}

declare module '../../platform/wire/live.ts' {
  interface Topics {
    signatures: true
  }
}

/** Characters of a signature at the most, with its HTML. */
const MAX_SIGNATURE = 5000

/** What stands below every e-mail that somebody writes; empty for none. */
export const Signature = z.object({
  content: z.string().max(MAX_SIGNATURE, { error: `must be at most ${MAX_SIGNATURE} characters` }),
})

/** `email`: written to these people; `marketing`: only to those who may be sent marketing. */
export const EmailType = z.enum(['email', 'marketing'])
export type EmailType = z.output<typeof EmailType>

/** What an e-mail says, with placeholders that are filled for each lead. */
export const EmailFields = z.object({
  subject: line(SUBJECT_LENGTH).min(1, { error: 'must not be empty' }),
  content: z
    .string()
    .max(EMAIL_LENGTH, { error: `must be at most ${EMAIL_LENGTH} characters` })
    .refine(text => text.trim() !== '', { error: 'must not be empty' }),
  /** The template that it came from, so that its use counts. */
  template_id: Id.nullable().optional(),
})
export type EmailFields = z.output<typeof EmailFields>

/** An e-mail to or from one lead: written here, or found in the mailbox of somebody. */
export const Email = z.object({
  id: Id,
  lead_id: Id,
  source: z.enum(['keyturn', 'mailbox']),
  direction: z.enum(['in', 'out']),
  /** `null` for messages of a mailbox. */
  sending_id: Id.nullable(),
  type: EmailType,
  subject: z.string(),
  /** How a message of a mailbox begins; the rest is not stored. */
  snippet: z.string(),
  /** A program wrote it. */
  is_automatic: z.boolean(),
  state: SendingState,
  /** Why it waits, failed or was refused. */
  reason: z.string().nullable(),
  due_at: Instant,
  sent_at: Instant.nullable(),
  created_at: Instant,
  /** Who wrote it here, or in whose mailbox it is. */
  author: z.object({ id: Id, name: z.string() }),
})
export type Email = z.output<typeof Email>

/** The same with what it says: its placeholders filled, or read in the mailbox and made safe to show. */
export const FullEmail = Email.extend({
  content: z.string(),
  /** Pictures from elsewhere that were left out: they would tell the sender that the message was read. */
  hidden_pictures: z.int(),
  /** Why what it says cannot be shown; `null` when it is. */
  unavailable: z.string().nullable(),
})
export type FullEmail = z.output<typeof FullEmail>

/** The names of the filters of leads have a `type` of their own, which stands as `lead_type` here. */
const { type: leadType, ...selection } = LeadSelection.shape
const Addressed = z.object({ ...selection, lead_type: leadType, type: EmailType })

/** Somebody who is not sent an e-mail, and every reason why. */
export const LeftOut = z.object({ lead_id: Id, name: z.string(), reasons: z.array(z.string()) })
export type LeftOut = z.output<typeof LeftOut>

/** People who are named of those who are left out. */
export const MAX_LEFT_OUT = 200

/** Who would get an e-mail now, and who not and why. */
export const EmailPreview = z.object({
  total: z.int(),
  allowed: z.int(),
  /** How many are left out for each reason, most first; somebody with several counts for each. */
  reasons: z.array(z.object({ reason: z.string(), count: z.int() })),
  left_out: z.array(LeftOut),
  /** When the last of them goes out at the pace of the account; `null` when nobody gets one. */
  done_at: Instant.nullable(),
})
export type EmailPreview = z.output<typeof EmailPreview>

/** What came of asking for e-mails. */
export const EmailsAsked = z.object({
  accepted: z.int(),
  refused: z.int(),
  /** The e-mail, of one to one lead. */
  email: Email.nullable(),
  /** The bulk change that prepares those to several. */
  run: BulkRun.nullable(),
})
export type EmailsAsked = z.output<typeof EmailsAsked>

const right = 'view_leads'

export const emailCalls = {
  template: read('leads/template', {
    right,
    input: z.object({ template_id: Id }),
    output: z.object({ subject: z.string(), content: z.string(), messageId: Id }),
    summary: 'What an e-mail begins with that is written from a template.',
  }),
  sendTest: remote('leads/send/test', {
    right,
    method: 'POST',
    input: z.object({ email: EmailFields, type: EmailType }),
    output: z.object({ to: z.string() }),
    summary: 'Sends an e-mail to the caller, filled for an example lead.',
  }),
  preview: read('leads/send/preview', {
    right,
    input: Addressed,
    output: EmailPreview,
    summary: 'Who of the selected leads would get an e-mail now, and who not and why.',
  }),
  send: write('leads/send', {
    right,
    input: Addressed.extend({
      email: EmailFields,
      task_id: Id.nullable().optional(),
      /** Not before; 10 seconds from now when left out. */
      send_at: InstantInput.nullable().optional(),
    }),
    output: EmailsAsked,
    creates: true,
    summary:
      'Writes to one lead, or to the selected leads or a whole list, which is always commercial: see `run` for those.',
  }),
  list: read('lead/:id/emails', {
    right,
    input: PageInput,
    output: page(Email),
    summary: 'E-mails to and from a lead, newest first.',
  }),
  get: remote('emails/:id', {
    right,
    method: 'GET',
    input: z.object({ pictures: z.boolean().optional() }),
    output: FullEmail,
    summary:
      'An e-mail with what it says. That of a mailbox is read there, by its owner alone; pictures from elsewhere are left out unless asked for.',
  }),
  signature: read('email/signature', {
    right,
    output: Signature,
    summary: 'What stands below every e-mail that the caller writes.',
  }),
  setSignature: write('email/signature', { right, input: Signature, output: Signature }),
  cancel: write('emails/:id/cancel', {
    right,
    output: Email,
    summary: 'Cancels an e-mail that has not gone out; a task that it completed is open again.',
  }),
}
