import { z } from 'zod'
import { line } from '../../../platform/wire/fields.ts'

/** What a mail provider reports of an e-mail that it took. */
export const mailEventTypes = [
  'delivered',
  'delayed',
  'bounced',
  'complained',
  'unsubscribed',
  'opened',
  'clicked',
] as const

/** Events in one request. */
export const MAX_MAIL_EVENTS = 1_000

/** One event. Providers tell them late, twice and in any order. */
export const MailEvent = z.strictObject({
  /** The Message-ID of the e-mail, with or without its brackets. */
  message_id: line(300),
  type: z.enum(mailEventTypes),
  /** When it happened; when it is received, if not said. */
  at: z.iso.datetime({ offset: true }).optional(),
  /** Of a bounce: whether the mailbox is gone for good, as a status 5.x.x says. */
  permanent: z.boolean().optional(),
  /** What the mail server said. */
  reason: z
    .string()
    .max(1_000)
    .transform(text => text.replaceAll('\0', ''))
    .optional(),
})
export type MailEvent = z.output<typeof MailEvent>

/** The body of a request: one event, a list, or `{events}`. */
export const MailEvents = z.union([
  z.strictObject({ events: z.array(MailEvent).max(MAX_MAIL_EVENTS) }).transform(({ events }) => events),
  z.array(MailEvent).max(MAX_MAIL_EVENTS),
  MailEvent.transform(event => [event]),
])

const OWN_MESSAGE = /^<?email-(\d{1,9})@([^<>@\s]+)>?$/i

/** Which of our e-mails a Message-ID names; `null` for one that is not of this domain. */
export function emailOfMessageId(messageId: string, domain: string): number | null {
  const found = OWN_MESSAGE.exec(messageId.trim())
  return found?.[2]?.toLowerCase() === domain.toLowerCase() ? Number(found[1]) : null
}
