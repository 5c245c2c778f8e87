import { z } from 'zod'
import { read } from '../../platform/wire/call.ts'
import { Id, Instant, line } from '../../platform/wire/fields.ts'
import { PageInput, page } from '../../platform/wire/page.ts'

declare module '../../platform/wire/live.ts' {
  interface Topics {
    outbox: true
  }
}

/** A line of the list. */
export const OutboxLine = z.object({
  id: Id,
  received_at: Instant,
  sender: z.string(),
  recipients: z.array(z.string()),
  subject: z.string(),
  /** How the text begins. */
  preview: z.string(),
  attachment_count: z.int(),
  /** How often the same message was handed over; more than once after a sender died half-way. */
  copies: z.int(),
})
export type OutboxLine = z.output<typeof OutboxLine>

/** A message as its reader would see it. */
export const OutboxMessage = OutboxLine.extend({
  plain: z.string(),
  /** Without scripts, forms and anything that is fetched from elsewhere. */
  html: z.string().nullable(),
  /** The id counts within the message. */
  attachments: z.array(z.object({ id: Id, filename: z.string(), type: z.string(), size: z.int() })),
})
export type OutboxMessage = z.output<typeof OutboxMessage>

/** Mail that the demo sent. Everybody who is signed in to a demo may read it; in production there is nothing. */
export const outboxCalls = {
  list: read('outbox', {
    right: 'signed_in',
    input: z.object({ ...PageInput.shape, search: line(200).optional() }),
    output: page(OutboxLine),
    summary: 'Mail that the demo sent, newest first. Demo mode only.',
  }),
  get: read('outbox/:id', { right: 'signed_in', output: OutboxMessage, summary: 'One message. Demo mode only.' }),
  source: read('outbox/:id/source', {
    right: 'signed_in',
    output: z.object({ source: z.string() }),
    summary: 'The message as it went over the wire. Demo mode only.',
  }),
  attachment: read('outbox/:id/attachments/:attachmentId', {
    right: 'signed_in',
    output: z.object({}),
    summary: 'A file of the message, to be saved. Demo mode only.',
  }),
}
