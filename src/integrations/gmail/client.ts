import { z } from 'zod'
import { askGoogle } from '../google/ask.ts'
import { GoogleError } from '../google/errors.ts'
import { bodyIn, METADATA_HEADERS, type MessageBody, type MessageHeaders, messageOf } from './messages.ts'

/** What opens a mailbox. */
export interface GmailAccess {
  /** Addresses of the interface begin with this. */
  url: string
  token: string
  signal?: AbortSignal
}

/** A mailbox as Google describes it. */
export interface GmailProfile {
  email: string
  messages_total: number
  history_id: string
}

const Profile = z.object({
  emailAddress: z.string(),
  messagesTotal: z.number().int().default(0),
  historyId: z.coerce.string(),
})
const IdPage = z.object({
  messages: z.array(z.object({ id: z.string() })).default([]),
  nextPageToken: z.string().optional(),
})
const Changed = z.array(z.object({ message: z.object({ id: z.string() }) })).default([])
const Unlabelled = z.array(
  z.object({ message: z.object({ id: z.string() }), labelIds: z.array(z.string()).default([]) }),
)
const HistoryPage = z.object({
  history: z
    .array(
      z.object({
        id: z.coerce.string(),
        messagesAdded: Changed,
        messagesDeleted: Changed,
        labelsRemoved: Unlabelled.default([]),
      }),
    )
    .default([]),
  historyId: z.coerce.string(),
  nextPageToken: z.string().optional(),
})
const Watch = z.object({ historyId: z.coerce.string(), expiration: z.coerce.number() })

/** Ids in one page, as many as Google gives. */
export const IDS_IN_PAGE = 500

/** What each request costs, in units of Google's quota (developers.google.com/gmail/api/reference/quota). */
export const gmailUnits = { profile: 1, list: 5, history: 2, message: 5, watch: 100 } as const

/** The mailbox, and where its history stands. */
export async function profileOf(access: GmailAccess): Promise<GmailProfile> {
  const { emailAddress, messagesTotal, historyId } = await ask(access, 'profile', Profile)
  return { email: emailAddress, messages_total: messagesTotal, history_id: historyId }
}

/** Ids of all messages, those in spam and in the bin as well, newest first; `next` leads to the following page. */
export async function listIds(
  access: GmailAccess,
  { pageToken, query }: { pageToken: string | null; query?: string },
): Promise<{ ids: string[]; next: string | null }> {
  const { messages, nextPageToken } = await ask(access, 'messages', IdPage, {
    maxResults: String(IDS_IN_PAGE),
    includeSpamTrash: 'true',
    ...(query === undefined ? {} : { q: query }),
    ...(pageToken === null ? {} : { pageToken }),
  })
  return { ids: messages.map(({ id }) => id), next: nextPageToken ?? null }
}

/** What happened to messages. */
export interface GmailHistory {
  added: string[]
  /** Taken out of spam or the bin, where they were not looked at. */
  restored: string[]
  /** Deleted for good; what is moved, also into the bin, is not among them. */
  deleted: string[]
  /** Where to read on from once this page is stored. */
  history_id: string
  hasMore: boolean
}

/** What happened since a position. Throws a `GoogleError` `missing` when Google no longer knows that long ago. */
export async function historySince(access: GmailAccess, since: string): Promise<GmailHistory> {
  const page = await ask(access, 'history', HistoryPage, {
    startHistoryId: since,
    historyTypes: ['messageAdded', 'messageDeleted', 'labelRemoved'],
    maxResults: String(IDS_IN_PAGE),
  })
  const idsOf = (changed: z.output<typeof Changed>) => changed.map(({ message }) => message.id)
  const last = page.history.at(-1)?.id
  const hasMore = page.nextPageToken !== undefined && last !== undefined
  return {
    added: page.history.flatMap(({ messagesAdded }) => idsOf(messagesAdded)),
    restored: page.history.flatMap(({ labelsRemoved }) =>
      labelsRemoved.flatMap(({ message, labelIds }) =>
        labelIds.some(label => label === 'SPAM' || label === 'TRASH') ? message.id : [],
      ),
    ),
    deleted: page.history.flatMap(({ messagesDeleted }) => idsOf(messagesDeleted)),
    history_id: hasMore ? last : page.historyId,
    hasMore,
  }
}

/** The headers of a message and how it begins. */
export async function headersOf(access: GmailAccess, id: string): Promise<MessageHeaders> {
  const found = await ask(access, `messages/${encodeURIComponent(id)}`, z.unknown(), {
    format: 'metadata',
    metadataHeaders: [...METADATA_HEADERS],
  })
  return readable(() => messageOf(found))
}

/** What a message says. */
export async function bodyOf(access: GmailAccess, id: string): Promise<MessageBody> {
  const found = await ask(access, `messages/${encodeURIComponent(id)}`, z.unknown(), { format: 'full' })
  return readable(() => bodyIn(found))
}

/** Has Google tell of changes for a week. */
export async function watchMailbox(access: GmailAccess, topic: string): Promise<{ expires_at: Date }> {
  const answer = await askGoogle({
    url: `${access.url}/users/me/watch`,
    token: access.token,
    method: 'POST',
    body: { topicName: topic },
  })
  return { expires_at: new Date(read(Watch, answer).expiration) }
}

async function ask<Schema extends z.ZodType>(
  { url, token, signal }: GmailAccess,
  path: string,
  schema: Schema,
  query: Readonly<Record<string, string | string[]>> = {},
): Promise<z.output<Schema>> {
  const parameters = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value].flat().map(each => [name, each])),
  )
  const asked = { url: `${url}/users/me/${path}?${parameters}`, token }
  return read(schema, await askGoogle(signal ? { ...asked, signal } : asked))
}

const read = <Schema extends z.ZodType>(schema: Schema, answer: unknown): z.output<Schema> =>
  readable(() => schema.parse(answer))

function readable<Result>(work: () => Result): Result {
  try {
    return work()
  } catch {
    throw new GoogleError('Google’s answer cannot be read.', 'unreachable')
  }
}
