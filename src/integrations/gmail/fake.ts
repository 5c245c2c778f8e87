import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { FAKE_SCOPES, type FakeApi, type FakeTokens, sendError, sendJson } from '../google/fake.ts'
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

/** Makes an empty one. `known` fills the mailbox of an address when it is asked for the first time. */
export function fakeGmail(known: (email: string) => readonly FakeMail[] = () => []): FakeGmail {
  const mailboxes = new Map<string, Mailbox>()
  const faults: Fault[] = []
  const asked: string[] = []
  const load = { now: 0, most: 0 }
  const signing = generateKeyPair('RS256', { extractable: true })
  const mailboxOf = (email: string): Mailbox => {
    const found = mailboxes.get(email)
    if (found) return found
    const made: Mailbox = { messages: new Map(), history: [], oldest: 1000, current: 1000 }
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
      load.now++
      load.most = Math.max(load.most, load.now)
      // What is asked at once arrives before the first is answered.
      await new Promise(resolve => setImmediate(resolve))
      load.now--
      answer({ request, response, path }, { tokens, faults, mailboxOf })
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
  tokens: FakeTokens
  faults: Fault[]
  mailboxOf(email: string): Mailbox
}

function answer({ request, response, path }: Exchange, { tokens, faults, mailboxOf }: Served): ServerResponse {
  const grant = tokens.grantOf(request)
  if (!grant) return sendError(response, 401, 'authError')
  if (!grant.scopes.includes(SCOPE)) return sendError(response, 403, 'insufficientPermissions')
  const fault = faults.find(({ path: pattern, left }) => left > 0 && pattern.test(path.pathname + path.search))
  if (fault) {
    fault.left--
    return sendError(response, fault.status, fault.reason, fault.headers)
  }
  const mailbox = mailboxOf(grant.email)
  const [name = '', id] = path.pathname.slice('/gmail/v1/users/me/'.length).split('/')
  if (name === 'profile')
    return sendJson(response, 200, {
      emailAddress: grant.email,
      messagesTotal: mailbox.messages.size,
      historyId: String(mailbox.current),
    })
  if (name === 'watch')
    return sendJson(response, 200, {
      historyId: String(mailbox.current),
      expiration: String(Date.now() + 7 * 86_400_000),
    })
  if (name === 'history') return answerHistory(response, mailbox, Number(path.searchParams.get('startHistoryId')))
  if (name !== 'messages') return sendError(response, 404, 'notFound')
  if (id === undefined) return answerList(response, mailbox, path.searchParams)
  const message = mailbox.messages.get(id)
  return message
    ? sendJson(response, 200, answerMessage(message, path.searchParams))
    : sendError(response, 404, 'notFound')
}

function answerList(response: ServerResponse, mailbox: Mailbox, query: URLSearchParams): ServerResponse {
  const start = Number(query.get('pageToken') ?? 0)
  const asked = query.get('q')
  const address = asked === null ? null : (/from:(\S+)/.exec(asked)?.[1] ?? null)
  const all = [...mailbox.messages.values()]
    .filter(({ from, to }) => address === null || from.includes(address) || to.includes(address))
    .sort((one, other) => other.at.getTime() - one.at.getTime())
  const messages = all.slice(start, start + PAGE).map(({ id }) => ({ id, threadId: id }))
  const next = start + PAGE < all.length ? { nextPageToken: String(start + PAGE) } : {}
  return sendJson(response, 200, { messages, ...next, resultSizeEstimate: all.length })
}

function answerHistory(response: ServerResponse, mailbox: Mailbox, since: number): ServerResponse {
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
