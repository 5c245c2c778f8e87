import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { FAKE_SCOPES, type FakeApi, type FakeGrant, sendError, sendJson } from '../google/fake.ts'
import { gmailUnits } from './client.ts'
import { answerMessage, type StoredMessage } from './fakeMessage.ts'

/** A message that arrives in a mailbox of the stand-in, or was written there. */
export interface FakeMail {
  /** By itself when not said; the same id is the same message. */
  id?: string
  from: string
  to: string
  subject?: string
  text?: string
  html?: string
  /** Now when not said. */
  at?: Date
  headers?: Readonly<Record<string, string>>
  labels?: readonly string[]
}

interface HistoryEntry {
  id: number
  added?: string
  deleted?: string
  /** Labels that a message lost. */
  unlabelled?: { id: string; labels: string[] }
}

interface Mailbox {
  /** Units that were used of the quota of a minute. */
  minute: { since: number; units: number }
  /** Requests that are being answered. */
  running: number
  messages: Map<string, StoredMessage>
  history: HistoryEntry[]
  /** What happened before is no longer known. */
  oldest: number
  current: number
}

/** What the next requests are answered with instead. */
interface Fault {
  path: RegExp
  status: number
  reason: string
  headers: Record<string, string>
  left: number
}

/** A stand-in of Gmail: `users/me/profile`, `messages`, `messages/{id}`, `history`, `watch`. */
export interface FakeGmail {
  api: FakeApi
  /** Puts a message into a mailbox; answers its id. */
  deliver(mailbox: string, mail: FakeMail): string
  /** Deletes it for good. */
  remove(mailbox: string, id: string): void
  /** Moves it to other folders, which Gmail calls labels. */
  move(mailbox: string, id: string, labels: readonly string[]): void
  /** Forgets what happened so far. */
  expireHistory(mailbox: string): void
  /** Makes the next requests fail whose path and query match. */
  fail(
    path: RegExp,
    status: number,
    times?: number,
    answered?: { reason?: string; headers?: Record<string, string> },
  ): void
  /** Requests so far, by path without the query. */
  readonly asked: string[]
  /** Most messages that were fetched at once. */
  readonly mostAtOnce: number
  /** A push as Pub/Sub sends it, signed for an audience and an account. */
  push(
    mailbox: string,
    signedFor: { audience: string; account: string },
  ): Promise<{ authorization: string; body: string }>
}

const PAGE = 500
const SCOPE = FAKE_SCOPES.mail
/** What one user may use in a minute, in the units of `gmailUnits`. */
const UNITS_PER_MINUTE = 6_000
const MINUTE_MS = 60_000
/** What requests cost by the last part of their address; one for a message costs what messages do. */
const COSTS: Readonly<Record<string, number>> = {
  profile: gmailUnits.profile,
  messages: gmailUnits.list,
  history: gmailUnits.history,
  watch: gmailUnits.watch,
}
/** Requests of one user at the same time; Gmail refuses more than it says. */
const MAX_AT_ONCE = 10

interface FakeGmailOptions {
  /** `Infinity` where a test reads a large mailbox without waiting. */
  unitsPerMinute?: number
}

/** Makes an empty one. `known` fills the mailbox of an address when it is asked for the first time. */
export function fakeGmail(
  known: (email: string) => readonly FakeMail[] = () => [],
  { unitsPerMinute = UNITS_PER_MINUTE }: FakeGmailOptions = {},
): FakeGmail {
  const mailboxes = new Map<string, Mailbox>()
  const faults: Fault[] = []
  const asked: string[] = []
  const load = { most: 0 }
  const signing = generateKeyPair('RS256', { extractable: true })
  const mailboxOf = (email: string): Mailbox => {
    const found = mailboxes.get(email)
    if (found) return found
    const made: Mailbox = {
      messages: new Map(),
      history: [],
      oldest: 1000,
      current: 1000,
      minute: { since: 0, units: 0 },
      running: 0,
    }
    mailboxes.set(email, made)
    for (const mail of known(email)) add(made, mail)
    return made
  }
  const gmail: FakeGmail = {
    asked,
    get mostAtOnce() {
      return load.most
    },
    deliver: (email, mail) => add(mailboxOf(email), mail),
    remove(email, id) {
      const mailbox = mailboxOf(email)
      if (mailbox.messages.delete(id)) mailbox.history.push({ id: ++mailbox.current, deleted: id })
    },
    move(email, id, labels) {
      const mailbox = mailboxOf(email)
      const message = mailbox.messages.get(id)
      if (!message) return
      mailbox.messages.set(id, { ...message, labels: [...labels] })
      const lost = message.labels.filter(label => !labels.includes(label))
      mailbox.history.push({ id: ++mailbox.current, unlabelled: { id, labels: lost } })
    },
    expireHistory(email) {
      const mailbox = mailboxOf(email)
      mailbox.oldest = ++mailbox.current
    },
    fail(path, status, times = 1, { reason = '', headers = {} } = {}) {
      faults.push({ path, status, reason, headers, left: times })
    },
    async push(email, { audience, account }) {
      const { privateKey } = await signing
      const data = Buffer.from(JSON.stringify({ emailAddress: email, historyId: mailboxOf(email).current }))
      const token = await new SignJWT({ email: account, email_verified: true })
        .setProtectedHeader({ alg: 'RS256', kid: 'fake' })
        .setIssuer('https://accounts.google.com')
        .setAudience(audience)
        .setIssuedAt()
        .setExpirationTime('1h')
        .sign(privateKey)
      const body = JSON.stringify({ message: { data: data.toString('base64'), messageId: '1' }, subscription: 'fake' })
      return { authorization: `Bearer ${token}`, body }
    },
    async api(request, response, path, tokens) {
      if (path.pathname === '/oauth2/v3/certs') {
        const { publicKey } = await signing
        sendJson(response, 200, { keys: [{ ...(await exportJWK(publicKey)), kid: 'fake', alg: 'RS256', use: 'sig' }] })
        return true
      }
      if (!path.pathname.startsWith('/gmail/v1/users/me/')) return false
      asked.push(path.pathname)
      await serve({ request, response, path }, tokens.grantOf(request), { faults, load, mailboxOf, unitsPerMinute })
      return true
    },
  }
  return gmail
}

function add(mailbox: Mailbox, mail: FakeMail): string {
  const at = mail.at ?? new Date()
  const id =
    mail.id ??
    createHash('sha256')
      .update(`${mailbox.current} ${mail.from} ${mail.to} ${mail.subject ?? ''}`)
      .digest('hex')
      .slice(0, 16)
  const labels = mail.labels ?? ['INBOX']
  mailbox.messages.set(id, { ...mail, id, at, labels: [...labels] })
  mailbox.history.push({ id: ++mailbox.current, added: id })
  return id
}

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  path: URL
}

interface Served {
  faults: Fault[]
  load: { most: number }
  unitsPerMinute: number
  mailboxOf(email: string): Mailbox
}

/** Answers whoever may read the mailbox, as long as they do not ask too much. */
async function serve(exchange: Exchange, grant: FakeGrant | null, served: Served): Promise<ServerResponse> {
  const { response, path } = exchange
  if (!grant) return sendError(response, 401, 'authError')
  if (!grant.scopes.includes(SCOPE)) return sendError(response, 403, 'insufficientPermissions')
  const mailbox = served.mailboxOf(grant.email)
  served.load.most = Math.max(served.load.most, ++mailbox.running)
  // What is asked at once arrives before the first is answered.
  await new Promise(resolve => setImmediate(resolve))
  const isCrowded = mailbox.running-- > MAX_AT_ONCE || !hasRoom(mailbox, path, served.unitsPerMinute)
  if (isCrowded) return sendError(response, 429, 'rateLimitExceeded')
  return answer(exchange, { email: grant.email, mailbox, faults: served.faults })
}

/** Counts what a request costs against the minute of its user; answers whether there was room for it. */
function hasRoom(mailbox: Mailbox, { pathname }: URL, unitsPerMinute: number): boolean {
  const now = Date.now()
  const [name = '', id] = partsOf(pathname)
  const units = id === undefined ? COSTS[name] : gmailUnits.message
  if (now - mailbox.minute.since >= MINUTE_MS) mailbox.minute = { since: now, units: 0 }
  mailbox.minute.units += units ?? 1
  return mailbox.minute.units <= unitsPerMinute
}

const partsOf = (pathname: string): string[] => pathname.slice('/gmail/v1/users/me/'.length).split('/')

function answer(
  { request, response, path }: Exchange,
  { email, mailbox, faults }: { email: string; mailbox: Mailbox; faults: Fault[] },
): ServerResponse {
  const fault = faults.find(({ path: pattern, left }) => left > 0 && pattern.test(path.pathname + path.search))
  if (fault) {
    fault.left--
    return sendError(response, fault.status, fault.reason, fault.headers)
  }
  const [name = '', id] = partsOf(path.pathname)
  if (name === 'watch') return answerWatch(request, response, mailbox)
  if (request.method !== 'GET') return sendError(response, 404, 'notFound')
  if (name === 'profile')
    return sendJson(response, 200, {
      emailAddress: email,
      messagesTotal: mailbox.messages.size,
      historyId: String(mailbox.current),
    })
  if (name === 'history') return answerHistory(response, mailbox, path.searchParams.get('startHistoryId') ?? '')
  if (name !== 'messages') return sendError(response, 404, 'notFound')
  if (id === undefined) return answerList(response, mailbox, path.searchParams)
  const message = mailbox.messages.get(id)
  return message
    ? sendJson(response, 200, answerMessage(message, path.searchParams))
    : sendError(response, 404, 'notFound')
}

function answerWatch(request: IncomingMessage, response: ServerResponse, { current }: Mailbox): ServerResponse {
  const pieces: Buffer[] = []
  request.on('data', piece => pieces.push(piece))
  request.on('end', () => {
    const isTopic = /"topicName":"projects\/[^/"]+\/topics\/[^/"]+"/.test(Buffer.concat(pieces).toString())
    if (request.method !== 'POST' || !isTopic) return sendError(response, 400, 'invalidArgument')
    const expiration = String(Date.now() + 7 * 86_400_000)
    return sendJson(response, 200, { historyId: String(current), expiration })
  })
  return response
}

function answerList(response: ServerResponse, mailbox: Mailbox, query: URLSearchParams): ServerResponse {
  const pageToken = query.get('pageToken') ?? '0'
  if (!/^\d{1,9}$/.test(pageToken)) return sendError(response, 400, 'invalidArgument')
  const start = Number(pageToken)
  const asked = query.get('q')
  const address = asked === null ? null : (/from:(\S+)/.exec(asked)?.[1] ?? null)
  const all = [...mailbox.messages.values()]
    .filter(({ from, to }) => address === null || from.includes(address) || to.includes(address))
    .sort((one, other) => other.at.getTime() - one.at.getTime())
  const messages = all.slice(start, start + PAGE).map(({ id }) => ({ id, threadId: id }))
  const next = start + PAGE < all.length ? { nextPageToken: String(start + PAGE) } : {}
  return sendJson(response, 200, { messages, ...next, resultSizeEstimate: all.length })
}

function answerHistory(response: ServerResponse, mailbox: Mailbox, startHistoryId: string): ServerResponse {
  if (!/^\d{1,15}$/.test(startHistoryId)) return sendError(response, 400, 'invalidArgument')
  const since = Number(startHistoryId)
  if (!(since >= mailbox.oldest && since <= mailbox.current)) return sendError(response, 404, 'notFound')
  const after = mailbox.history.filter(({ id }) => id > since)
  const page = after.slice(0, PAGE).map(({ id, added, deleted, unlabelled }) => ({
    id: String(id),
    ...(added === undefined ? {} : { messagesAdded: [{ message: { id: added } }] }),
    ...(deleted === undefined ? {} : { messagesDeleted: [{ message: { id: deleted } }] }),
    ...(unlabelled ? { labelsRemoved: [{ message: { id: unlabelled.id }, labelIds: unlabelled.labels }] } : {}),
  }))
  const next = after.length > PAGE ? { nextPageToken: 'more' } : {}
  return sendJson(response, 200, { history: page, historyId: String(mailbox.current), ...next })
}

/** Where a demo puts messages into mailboxes: `POST /demo/deliver`; answered with the push that Google would send of it. */
export const DEMO_DELIVER = '/demo/deliver'

/** Lets somebody outside of the process write to the mailboxes of a stand-in. */
export const serveFakeDoor =
  (gmail: FakeGmail): FakeApi =>
  async (request, response, path) => {
    if (path.pathname !== DEMO_DELIVER) return false
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const { mailbox, mail, signedFor } = JSON.parse(Buffer.concat(pieces).toString()) as {
      mailbox: string
      mail: FakeMail
      signedFor: { audience: string; account: string }
    }
    gmail.deliver(mailbox, mail)
    sendJson(response, 200, await gmail.push(mailbox, signedFor))
    return true
  }
