import nodemailer from 'nodemailer'
import { z } from 'zod'
import type { EmailContent } from '../../platform/server/mail/compose.ts'

/** Where mail is handed over, and who it is from. */
export interface MailServer {
  /** `smtp://` or `smtps://`, with user and password when the server wants them. */
  url: string
  from: Mailbox
  /** How long a server may be silent. */
  timeoutMs?: number
}

/** An address and whose it is. */
export interface Mailbox {
  name?: string
  address: string
}

/** A message, in the words of the product. */
export interface OutboundMail {
  to: Mailbox | readonly Mailbox[]
  /** What it says, as it came through the one door for that. */
  content: EmailContent
  /** The part of the Message-ID before the @. The same key marks a message that is sent again as the same one. */
  key: string
  /** Further headers, such as List-Unsubscribe. */
  headers?: Readonly<Record<string, string>>
  attachments?: readonly { filename: string; type: string; content: Buffer }[]
  /** A calendar object (RFC 5545) that mail programs offer to put into the reader's calendar (RFC 6047). */
  calendar?: { method: 'REQUEST' | 'CANCEL'; filename: string; content: string }
}

/** What became of a message that was taken for somebody at least. */
export interface SentMail {
  message_id: string
  /** Addresses that the server would not take, where it took others. */
  refused: readonly { address: string; error: MailError }[]
}

interface MailFault {
  isPermanent: boolean
  status?: string | null
  isUncertain?: boolean
}

/** A message that was not sent. Its words name no address: they are stored and logged. */
export class MailError extends Error {
  /** Trying again makes no sense: the address or the message itself is refused. */
  readonly isPermanent: boolean
  /** The enhanced status code, such as 5.1.1. */
  readonly status: string | null
  /** The server had the whole message and never said whether it took it: it may have been sent. */
  readonly isUncertain: boolean

  constructor(message: string, { isPermanent, status = null, isUncertain = false }: MailFault) {
    super(message)
    this.name = 'MailError'
    this.isPermanent = isPermanent
    this.status = status
    this.isUncertain = isUncertain
  }
}

/** Sends mail. */
export interface MailClient {
  send(mail: OutboundMail): Promise<SentMail>
}

const TIMEOUT_MS = 20_000
const MAX_SUBJECT = 500
const Address = z.email().max(254)
const HEADER_NAME = /^[A-Za-z][A-Za-z0-9-]*$/
const KEY = /^[A-Za-z0-9._-]{1,100}$/

/** Makes the client; a connection is opened for each message. */
export function connectMail({ url, from, timeoutMs = TIMEOUT_MS }: MailServer): MailClient {
  const options = {
    url,
    dnsTimeout: timeoutMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // What a message says is never read from the disk or fetched from elsewhere.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  return {
    async send(mail) {
      const { logger, isHandedOver } = watchEnd()
      const transport = nodemailer.createTransport({ ...options, logger })
      const to = [mail.to].flat().map(checkedMailbox)
      const message_id = `<${checkedKey(mail.key)}@${domainOf(from.address)}>`
      const sent = transport.sendMail({
        from: { name: oneLine(from.name ?? ''), address: from.address },
        to,
        envelope: { from: from.address, to: to.map(({ address }) => address) },
        messageId: message_id,
        subject: oneLine(mail.content.subject).slice(0, MAX_SUBJECT),
        html: mail.content.html,
        text: mail.content.text,
        headers: checkedHeaders(mail.headers ?? {}),
        attachments: (mail.attachments ?? []).map(({ filename, type, content }) => ({
          filename: oneLine(filename),
          contentType: oneLine(type),
          content,
        })),
        ...(mail.calendar ? { icalEvent: { ...mail.calendar, filename: oneLine(mail.calendar.filename) } } : {}),
      })
      const { rejectedErrors = [] } = await sent.catch(error => {
        throw translated(error, isHandedOver())
      })
      return {
        message_id,
        refused: rejectedErrors.map(error => ({ address: String(error.recipient ?? ''), error: translated(error) })),
      }
    },
  }
}

const ignore = () => {}

/** The library says in its log alone when the last byte of a message has left; whoever loses the connection then knows nothing. */
function watchEnd() {
  let isEnded = false
  const info = (entry: unknown) => {
    if ((entry as { tnx?: string } | null)?.tnx === 'message') isEnded = true
  }
  const logger = { level: ignore, trace: ignore, debug: ignore, info, warn: ignore, error: ignore, fatal: ignore }
  return { logger, isHandedOver: () => isEnded }
}

/** A line break begins another header: there is none in anything that goes into one. */
const oneLine = (text: string) => text.replace(/\p{Cc}+/gu, ' ').trim()

function checkedMailbox({ name = '', address }: Mailbox): { name: string; address: string } {
  if (!Address.safeParse(address).success)
    throw new MailError('This is not an e-mail address.', { isPermanent: true, status: '5.1.3' })
  return { name: oneLine(name), address }
}

function checkedKey(key: string): string {
  if (!KEY.test(key)) throw new TypeError('The key of a message may have only letters, digits, dots and hyphens.')
  return key
}

function checkedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  for (const [name, value] of Object.entries(headers))
    if (!HEADER_NAME.test(name) || oneLine(value) !== value.trim())
      throw new TypeError('A header of a message has a plain name and one line.')
  return { ...headers }
}

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1)

interface SmtpFailure {
  code?: string
  responseCode?: number
  response?: string
  rejectedErrors?: readonly SmtpFailure[]
}

/** Refusals of the address or the message last; everything else, a wrong password too, is put right in time. */
function translated(error: unknown, isHandedOver = false): MailError {
  const failure = error as SmtpFailure
  const reasons = failure.rejectedErrors ?? []
  const reason = reasons.find(({ responseCode = 0 }) => responseCode < 500) ?? reasons[0] ?? failure
  const { code = '', responseCode = 0, response = '' } = reason
  const isRefusal = code === 'EENVELOPE' || code === 'EMESSAGE'
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})/.exec(response)?.[1] ?? null
  if (responseCode > 0) {
    const words = oneLine(response)
      .replace(/\S*@\S*/g, 'the address')
      .slice(0, 300)
    return new MailError(`The mail server answered: ${words}`, {
      isPermanent: isRefusal && responseCode >= 500,
      status,
    })
  }
  if (isHandedOver)
    return new MailError('The connection broke after the message was handed over: nobody knows whether it was sent.', {
      isPermanent: false,
      isUncertain: true,
    })
  return new MailError(errorText[code] ?? 'The mail server cannot be reached.', { isPermanent: false })
}

const errorText: Readonly<Record<string, string>> = {
  ETIMEDOUT: 'The mail server did not answer in time.',
  EAUTH: 'The mail server refused the user or password of MAIL_URL.',
  EDNS: 'The host of MAIL_URL is not known.',
  ETLS: 'The mail server offers no secure connection.',
}
