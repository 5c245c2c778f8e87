import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { FAKE_SCOPES, type FakeGrant, KEEP_ALIVE_MS } from '../google/fake.ts'
import {
  answered,
  calendarOf,
  type EventPatch,
  type FakeCalendar,
  type FakeEvent,
  type FakeOwner,
  newOwner,
  writeEvent,
} from './fakeCalendars.ts'
import { FakeChannels } from './fakeChannels.ts'

/** A request that goes wrong, and how. */
export interface CalendarFault {
  status?: number
  /** The reason inside the body, as the service names it. */
  reason?: string
  headers?: Readonly<Record<string, string>>
  /** The request is carried out, and its answer never arrives. */
  isAnswerLost?: boolean
}

interface FakeOptions {
  /** Whose access token a request bears, and what it opens; `null` when nobody's. */
  grantOf(request: IncomingMessage): FakeGrant | null
  /** What a request gets instead of an answer. */
  fault?(request: { method: string; path: string }): CalendarFault | null
  now?(): Date
  /** Requests of an account in a minute; the service allows 600. */
  perMinute?: number
  /** The most events of one page, whatever is asked for. */
  pageSize?: number
  zone?: string
}

/** A calendar service, and the hand of somebody at their own calendar. */
export interface FakeGoogleCalendar {
  /** What stands beside the other interfaces of the stand-in of Google. */
  api(request: IncomingMessage, response: ServerResponse, path: URL): Promise<boolean>
  channels: FakeChannels
  /** What was asked for so far, such as `POST events`. */
  requests: string[]
  /** The events of a calendar that are not deleted. */
  events(account: string, calendarId?: string): FakeEvent[]
  /** Adds an event as its owner. */
  add(account: string, id: string, event: EventPatch, calendarId?: string): FakeEvent
  /** Changes an event as its owner. */
  edit(account: string, id: string, patch: EventPatch, calendarId?: string): FakeEvent
  /** Deletes an event as its owner. */
  remove(account: string, id: string, calendarId?: string): void
  /** No sync token that was given so far is good any more. */
  expireSyncTokens(account: string): void
}

const PER_MINUTE = 600
const MINUTE_MS = 60_000
/** What the service takes as the id of an event: base32hex, 5 to 1024 characters. */
const EVENT_ID = /^[a-v0-9]{5,1024}$/
/** What cannot stand beside a sync token. */
const UNSYNCABLE = ['orderBy', 'timeMin', 'timeMax', 'updatedMin', 'q', 'iCalUID', 'privateExtendedProperty']
/** What the service takes as the id of a channel. */
const CHANNEL_ID = /^[A-Za-z0-9\-_+/=]{1,64}$/
const MAX_CHANNEL_TOKEN = 256
/** Addresses of https only; those of this machine are what a demo and tests have instead. */
const isReachedSafely = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || hostname === '127.0.0.1' || hostname === 'localhost'
const MAX_TTL_SECONDS = 30 * 86_400

/** Makes the service. */
export function fakeGoogleCalendar(options: FakeOptions): FakeGoogleCalendar {
  const service = new FakeService(options)
  const app = Fastify({ logger: false })
  service.register(app)
  const write = (account: string, id: string, patch: EventPatch, calendarId = 'primary') =>
    service.write(service.calendar(account, calendarId), id, patch)
  return {
    async api(request, response, { pathname }) {
      if (!pathname.startsWith('/calendar/v3/')) return false
      await app.ready()
      app.routing(request, response)
      return true
    },
    channels: service.channels,
    requests: service.requests,
    events: (account, calendarId = 'primary') =>
      [...service.calendar(account, calendarId).events.values()].filter(({ status }) => status !== 'cancelled'),
    add: write,
    edit: write,
    remove: (account, id, calendarId) => void write(account, id, { status: 'cancelled' }, calendarId),
    expireSyncTokens: account => service.expireTokens(account),
  }
}

/** Starts the service on a free port that only this machine reaches, without the rest of Google. */
export async function serveFakeGoogleCalendar(
  options: FakeOptions,
): Promise<FakeGoogleCalendar & { url: string; close(): Promise<void> }> {
  const fake = fakeGoogleCalendar(options)
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    void fake.api(request, response, new URL(request.url ?? '/', 'http://calendar.test'))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    ...fake,
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/calendar/v3`,
    async close() {
      await fake.channels.settled()
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

type Fields = Readonly<Record<string, string | undefined>>
interface Asked {
  owner: FakeOwner
  request: FastifyRequest
  reply: FastifyReply
}
type Answer = object | null

/** A refusal as the service words it. */
class Refused extends Error {
  readonly status: number
  readonly reason: string
  constructor(status: number, reason: string) {
    super(reason)
    this.status = status
    this.reason = reason
  }
}

const refusal = (code: number, reason: string) => ({ error: { code, message: reason, errors: [{ reason }] } })

class FakeService {
  readonly channels = new FakeChannels()
  readonly requests: string[] = []
  readonly #options: FakeOptions
  readonly #owners = new Map<string, FakeOwner>()
  readonly #minutes = new Map<string, { since: number; requests: number }>()

  constructor(options: FakeOptions) {
    this.#options = options
  }

  #now = () => this.#options.now?.() ?? new Date()

  owner(email: string): FakeOwner {
    const known = this.#owners.get(email) ?? newOwner(email, this.#options.zone ?? 'America/Toronto')
    this.#owners.set(email, known)
    return known
  }

  calendar(email: string, id: string): FakeCalendar {
    const found = calendarOf(this.owner(email), id)
    if (!found) throw new Refused(404, 'notFound')
    return found
  }

  write(calendar: FakeCalendar, id: string, patch: EventPatch): FakeEvent {
    const event = writeEvent(calendar, id, patch, this.#now())
    this.channels.notify(calendar.id, this.#now())
    return event
  }

  expireTokens(email: string): void {
    for (const calendar of this.owner(email).calendars.values()) calendar.oldestToken = ++calendar.changes
  }

  register(app: FastifyInstance): void {
    const calendar = '/calendar/v3/calendars/:calendarId'
    this.#serve(app, 'GET', '/calendar/v3/users/me/calendarList', 'GET calendarList', ({ owner, request }) =>
      listOf(owner, request.query as Fields),
    )
    this.#serve(app, 'GET', `${calendar}/events`, 'GET events', asked => this.#list(asked))
    this.#serve(app, 'GET', `${calendar}/events/:eventId`, 'GET event', asked => answered(this.#event(asked)))
    this.#serve(app, 'POST', `${calendar}/events`, 'POST events', asked => this.#insert(asked))
    this.#serve(app, 'PATCH', `${calendar}/events/:eventId`, 'PATCH event', asked => this.#patch(asked))
    this.#serve(app, 'DELETE', `${calendar}/events/:eventId`, 'DELETE event', asked => this.#delete(asked))
    this.#serve(app, 'POST', `${calendar}/events/watch`, 'POST watch', asked => this.#watch(asked))
    this.#serve(app, 'POST', '/calendar/v3/channels/stop', 'POST stop', asked => this.#stop(asked))
  }

  #serve(
    app: FastifyInstance,
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    name: string,
    answer: (asked: Asked) => Answer,
  ): void {
    app.route({
      method,
      url,
      handler: async (request, reply) => {
        this.requests.push(name)
        const fault = this.#options.fault?.({ method, path: request.url }) ?? null
        if (fault?.status) {
          const body = refusal(fault.status, fault.reason ?? 'backendError')
          return reply
            .code(fault.status)
            .headers({ ...fault.headers })
            .send(body)
        }
        const said = await this.#carryOut({ request, reply }, answer)
        if (!fault?.isAnswerLost) return said
        reply.hijack()
        request.raw.socket.destroy()
      },
    })
  }

  async #carryOut({ request, reply }: Omit<Asked, 'owner'>, answer: (asked: Asked) => Answer): Promise<unknown> {
    const grant = this.#options.grantOf(request.raw)
    if (grant === null) return void reply.code(401).send(refusal(401, 'authError'))
    const { email: account, scopes } = grant
    if (!scopes.includes(FAKE_SCOPES.calendar))
      return void reply.code(403).send(refusal(403, 'insufficientPermissions'))
    if (!this.#hasRoom(account)) return void reply.code(429).send(refusal(429, 'rateLimitExceeded'))
    try {
      const said = answer({ owner: this.owner(account), request, reply })
      // Nothing is sent yet: whoever loses the answer loses it on the way.
      if (said === null) reply.code(204)
      return said ?? ''
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      reply.code(error.status)
      return refusal(error.status, error.reason)
    }
  }

  #hasRoom(account: string): boolean {
    const at = this.#now().getTime()
    const before = this.#minutes.get(account)
    const minute = before && at - before.since < MINUTE_MS ? before : { since: at, requests: 0 }
    minute.requests += 1
    this.#minutes.set(account, minute)
    return minute.requests <= (this.#options.perMinute ?? PER_MINUTE)
  }

  #calendar({ owner, request }: Asked, isWrite: boolean): FakeCalendar {
    const { calendarId = '' } = request.params as Fields
    const found = calendarOf(owner, calendarId)
    if (!found) throw new Refused(404, 'notFound')
    if (isWrite && !found.canWrite) throw new Refused(403, 'requiredAccessLevel')
    return found
  }

  #event(asked: Asked, isWrite = false): FakeEvent {
    const { eventId = '' } = asked.request.params as Fields
    const event = this.#calendar(asked, isWrite).events.get(eventId)
    if (!event) throw new Refused(404, 'notFound')
    return event
  }

  #insert(asked: Asked): Answer {
    const calendar = this.#calendar(asked, true)
    const { id, ...event } = asked.request.body as EventPatch & { id?: string }
    if (id === undefined || !EVENT_ID.test(id)) throw new Refused(400, 'invalid')
    if (calendar.events.has(id)) throw new Refused(409, 'duplicate')
    requireSpan(event)
    return answered(this.write(calendar, id, event))
  }

  #patch(asked: Asked): Answer {
    const calendar = this.#calendar(asked, true)
    const event = this.#event(asked, true)
    const etag = asked.request.headers['if-match']
    if (etag !== undefined && etag !== '*' && etag !== event.etag) throw new Refused(412, 'conditionNotMet')
    const patch = asked.request.body as EventPatch
    requireSpan({ ...event, ...patch })
    return answered(this.write(calendar, event.id, patch))
  }

  #delete(asked: Asked): Answer {
    const event = this.#event(asked, true)
    if (event.status === 'cancelled') throw new Refused(410, 'deleted')
    this.write(this.#calendar(asked, true), event.id, { status: 'cancelled' })
    return null
  }

  #list(asked: Asked): Answer {
    const calendar = this.#calendar(asked, false)
    const { syncToken, pageToken, maxResults = '250', ...rest } = asked.request.query as Fields
    if (syncToken !== undefined && UNSYNCABLE.some(name => rest[name] !== undefined))
      throw new Refused(400, 'badRequest')
    const from = syncToken === undefined ? null : changeOf(syncToken, calendar)
    const { until, after } = pageToken === undefined ? { until: calendar.changes, after: 0 } : placeOf(pageToken)
    const found = [...calendar.events.values()]
      .filter(({ changed, status }) => (from === null ? status !== 'cancelled' : changed > from))
      .filter(({ changed }) => changed > after)
      .toSorted((one, other) => one.changed - other.changed)
    const shown = found.slice(0, Math.min(Number(maxResults), this.#options.pageSize ?? 2500))
    const items = shown.map(answered)
    // What changes while somebody turns pages comes with the next sync.
    return shown.length < found.length
      ? { items, nextPageToken: `page.${until}.${shown.at(-1)?.changed ?? 0}` }
      : { items, nextSyncToken: `sync.${until}` }
  }

  #watch(asked: Asked): Answer {
    const calendar = this.#calendar(asked, false)
    const { id = '', token = '', address = '', type, params } = asked.request.body as Fields & { params?: Fields }
    if (type !== 'web_hook' || !URL.canParse(address)) throw new Refused(400, 'channelInvalid')
    if (!CHANNEL_ID.test(id) || token.length > MAX_CHANNEL_TOKEN) throw new Refused(400, 'channelInvalid')
    if (!isReachedSafely(new URL(address))) throw new Refused(401, 'push.webhookUrlNotHttps')
    const seconds = Math.min(Number((params as Fields | undefined)?.ttl ?? 7 * 86_400), MAX_TTL_SECONDS)
    const expires_at = this.#now().getTime() + seconds * 1000
    const channel = this.channels.open({ id, token, address, calendar: calendar.id, expires_at })
    if (!channel) throw new Refused(400, 'channelIdNotUnique')
    return { kind: 'api#channel', id, resourceId: channel.resourceId, expiration: String(expires_at) }
  }

  #stop({ request }: Asked): Answer {
    const { id = '', resourceId = '' } = request.body as Fields
    if (!this.channels.stop(id, resourceId)) throw new Refused(404, 'notFound')
    return null
  }
}

function listOf({ calendars }: FakeOwner, { minAccessRole }: Fields): object {
  const mine = [...calendars.values()].filter(({ canWrite }) => canWrite || minAccessRole !== 'writer')
  return { items: mine.map(({ id, summary, primary }) => ({ id, summary, ...(primary ? { primary } : {}) })) }
}

function requireSpan({ start, end }: EventPatch): void {
  const [from, to] = [start, end].map(point => Date.parse(point?.dateTime ?? point?.date ?? ''))
  if (from === undefined || to === undefined || Number.isNaN(from) || Number.isNaN(to))
    throw new Refused(400, 'required')
  if (to < from) throw new Refused(400, 'timeRangeEmpty')
}

function changeOf(token: string, { oldestToken, changes }: FakeCalendar): number {
  const change = Number(/^sync\.(\d+)$/.exec(token)?.[1] ?? Number.NaN)
  if (!Number.isInteger(change) || change < oldestToken || change > changes) throw new Refused(410, 'fullSyncRequired')
  return change
}

function placeOf(token: string): { until: number; after: number } {
  const [, until = '', after = ''] = /^page\.(\d+)\.(\d+)$/.exec(token) ?? []
  if (until === '') throw new Refused(410, 'updatedMinTooLongAgo')
  return { until: Number(until), after: Number(after) }
}
