import addressparser from 'nodemailer/lib/addressparser'
import { z } from 'zod'

/** The headers that are asked for; no others are ever fetched without the body being opened. */
export const METADATA_HEADERS = [
  'From',
  'To',
  'Cc',
  'Bcc',
  'Subject',
  'Message-ID',
  'Auto-Submitted',
  'Precedence',
  'X-Autoreply',
  'X-Autorespond',
] as const

/** A message without its body. */
export interface MessageHeaders {
  provider_id: string
  thread_id: string
  /** Without its brackets; the provider's id where there is none. */
  message_id: string
  labels: readonly string[]
  from: { name: string; email: string }
  /** Everybody it went to, openly or not; lower case. */
  to: readonly string[]
  subject: string
  /** How it begins, as plain text. */
  snippet: string
  sent_at: Date
  /** Other headers by their names in lower case, for telling automatic replies from those of people. */
  headers: Readonly<Record<string, string>>
}

/** What a message says. */
export interface MessageBody {
  /** As it came: not safe to show. */
  html: string | null
  text: string
}

const Header = z.object({ name: z.string(), value: z.string() })
interface Part {
  mimeType: string
  filename: string
  body: string
  parts: Part[]
}

const Message = z.object({
  id: z.string().min(1),
  threadId: z.string().default(''),
  labelIds: z.array(z.string()).default([]),
  snippet: z.string().default(''),
  internalDate: z.coerce.number(),
  payload: z.object({ headers: z.array(Header).default([]) }).default({ headers: [] }),
})

const MAX_SUBJECT = 500
const MAX_SNIPPET = 400
const MAX_RECIPIENTS = 200
/** A part within a part; what is nested deeper is not looked at. */
const MAX_DEPTH = 20
const MAX_BODY = 1024 * 1024

/** Reads a message that came with `format=metadata`. Throws of what is none. */
export function messageOf(answer: unknown): MessageHeaders {
  const { id, threadId, labelIds, snippet, internalDate, payload } = Message.parse(answer)
  const headers: Record<string, string> = {}
  for (const { name, value } of payload.headers) headers[name.toLowerCase()] ??= clean(value)
  const [from] = addressesIn(headers.from)
  const to = ['to', 'cc', 'bcc'].flatMap(name => addressesIn(headers[name]).map(({ email }) => email))
  return {
    provider_id: id,
    thread_id: threadId || id,
    message_id: (headers['message-id'] ?? '').replace(/^\s*<|>\s*$/g, '').slice(0, 500) || id,
    labels: labelIds,
    from: from ?? { name: '', email: '' },
    to: [...new Set(to)].slice(0, MAX_RECIPIENTS),
    subject: (headers.subject ?? '').slice(0, MAX_SUBJECT).toWellFormed(),
    snippet: clean(decodeEntities(snippet)).slice(0, MAX_SNIPPET).toWellFormed(),
    sent_at: new Date(internalDate),
    headers,
  }
}

function addressesIn(header: string | undefined): { name: string; email: string }[] {
  if (!header) return []
  return addressparser(header.slice(0, 20_000), { flatten: true }).flatMap(({ name, address }) =>
    address ? { name: name.slice(0, 200), email: address.trim().toLowerCase().slice(0, 254) } : [],
  )
}

/** What the database takes. */
const clean = (text: string) => text.replaceAll('\0', '').toWellFormed()

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** Google gives the beginning of a message as HTML without tags. */
const decodeEntities = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (whole, name: string) => entities[name] ?? whole)

/** Finds what a message that came with `format=full` says: its HTML, and its plain text. */
export function bodyIn(answer: unknown): MessageBody {
  const { payload } = z.object({ payload: z.unknown() }).parse(answer)
  const parts = flat(partOf(payload, 0), 0)
  const bodyOf = (type: string) => parts.find(part => part.mimeType === type && part.filename === '')?.body
  const html = bodyOf('text/html')
  return { html: html === undefined ? null : decoded(html), text: decoded(bodyOf('text/plain') ?? '') }
}

const decoded = (base64url: string) => clean(Buffer.from(base64url, 'base64url').toString('utf8').slice(0, MAX_BODY))

function partOf(found: unknown, depth: number): Part {
  const given = (found ?? {}) as { mimeType?: unknown; filename?: unknown; body?: { data?: unknown }; parts?: unknown }
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  const parts = Array.isArray(given.parts) && depth < MAX_DEPTH ? given.parts.map(part => partOf(part, depth + 1)) : []
  return { mimeType: text(given.mimeType), filename: text(given.filename), body: text(given.body?.data), parts }
}

const flat = (part: Part, depth: number): Part[] =>
  depth > MAX_DEPTH ? [] : [part, ...part.parts.flatMap(each => flat(each, depth + 1))]
