import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { SIGNATURE_HEADER, signatureOf, TIMESTAMP_HEADER } from './signature.ts'
import { LOOP_EVENTS, SUBSCRIPTION_ENDS } from './subscriptions.ts'

/** A subscription of the stand-in. */
export interface FakeSubscription {
  id: string
  account: string
  url: string
  signingKey: string
  externalId: string
  profileId: number
  eventTypes: readonly string[]
  enabled: boolean
}

/** How events are posted: the service promises neither that they come once nor in their order. */
export interface DeliveryFaults {
  /** Each is posted twice. */
  twice?: boolean
  /** The last one is posted first. */
  reversed?: boolean
  /** They are in the list of events, and never posted. */
  lost?: boolean
}

/** Something that happened to a loop. */
export type FakeChange = 'details' | 'participant' | 'merge'

interface FakeEvent {
  eventId: string
  eventType: string
  timestamp: number
  subscriptionExternalId: string
  event: { id: string; profileId: string; loopId: string }
}

interface LoggedEvent {
  subscription: string
  event: FakeEvent
  status: 'PENDING' | 'DELIVERED' | 'FAILED'
  attempts: number
}

interface SubscriptionOptions {
  now(): Date
  /** Milliseconds before each try after the first; 30 seconds to 8 hours, as the service has it, unless said otherwise. */
  retries?: readonly number[] | undefined
  /** Where an address is really reached. */
  reach?: ((url: string) => string) | undefined
  /** Requests for these paths find the account, and have room in its minute. */
  serve(
    app: FastifyInstance,
    route: { method: 'GET' | 'POST' | 'PATCH' | 'DELETE'; path: string },
    answer: (account: { email: string; profileId: number }, request: FastifyRequest, reply: FastifyReply) => unknown,
  ): void
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const RETRIES = [30 * SECOND, MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR]
const KEPT_MS = 90 * 24 * HOUR
const ANSWER_MS = 5 * SECOND
const PAGE = 50

/** What one change is told as: a change of a participant comes with one of the loop. */
const eventsOf: Readonly<Record<FakeChange, readonly string[]>> = {
  details: ['LOOP_UPDATED'],
  participant: ['LOOP_UPDATED', 'LOOP_PARTICIPANT_UPDATED'],
  merge: ['LOOP_MERGED'],
}

/** The subscriptions of a stand-in: keeps them, posts events, and tells of them for 90 days. */
export class FakeSubscriptions {
  readonly all: FakeSubscription[] = []
  faults: DeliveryFaults = {}
  /** What happened, posted or not. */
  readonly log: LoggedEvent[] = []
  readonly #options: SubscriptionOptions
  readonly #stopping = new AbortController()

  constructor(options: SubscriptionOptions) {
    this.#options = options
  }

  /** Posts a change of a loop; answers once everything that is posted at once was answered. */
  async publish(profileId: number, loopId: number, change: FakeChange = 'details'): Promise<void> {
    const events = eventsOf[change].flatMap(eventType => this.#record(eventType, profileId, loopId))
    const { twice = false, reversed = false, lost = false } = this.faults
    if (lost) return
    const order = reversed ? events.toReversed() : events
    for (const logged of order) for (let time = twice ? 2 : 1; time > 0; time--) await this.#post(logged)
  }

  /** The account loses access to the profile: nobody is told, and it is not switched on again by itself. */
  disable(profileId: number): void {
    for (const one of this.all) if (one.profileId === profileId) one.enabled = false
  }

  stop(): void {
    this.#stopping.abort()
  }

  register(app: FastifyInstance): void {
    const { serve } = this.#options
    const path = '/public/v2/subscription'
    serve(app, { method: 'GET', path }, ({ email }) => ({
      data: this.all.filter(({ account }) => account === email).map(shown),
      meta: { next_cursor: null },
    }))
    serve(app, { method: 'POST', path }, (account, request, reply) => this.#create(account, request, reply))
    const one = `${path}/:id`
    serve(app, { method: 'GET', path: one }, (account, request) => {
      const found = this.#find(account, request)
      return found && { data: shown(found) }
    })
    serve(app, { method: 'PATCH', path: one }, (account, request) => {
      const found = this.#find(account, request)
      if (found) found.enabled = (request.body as { enabled?: boolean }).enabled ?? found.enabled
      return found && { data: shown(found) }
    })
    serve(app, { method: 'DELETE', path: one }, (account, request, reply) => {
      const found = this.#find(account, request)
      if (!found) return null
      this.all.splice(this.all.indexOf(found), 1)
      return reply.code(204).send()
    })
    serve(app, { method: 'GET', path: `${one}/event` }, (account, request) => {
      const found = this.#find(account, request)
      return found && this.#eventsOf(found, request)
    })
  }

  #find({ email }: { email: string }, request: FastifyRequest): FakeSubscription | null {
    const { id } = request.params as { id: string }
    return this.all.find(one => one.id === id && one.account === email) ?? null
  }

  #create(
    { email, profileId }: { email: string; profileId: number },
    request: FastifyRequest,
    reply: FastifyReply,
  ): unknown {
    const known = new Set<string>([...LOOP_EVENTS, ...SUBSCRIPTION_ENDS])
    const body = request.body as Partial<FakeSubscription> & { targetType?: string; targetId?: number }
    const { url = '', eventTypes = [], signingKey = '', externalId = '' } = body
    if (!URL.canParse(url) || eventTypes.length === 0 || eventTypes.some(type => !known.has(type)))
      return reply.code(400).send({ error: 'The subscription is not valid.' })
    if (body.targetType !== 'PROFILE' || body.targetId !== profileId)
      return reply.code(403).send({ error: 'No access to this profile' })
    const made = { id: randomUUID(), account: email, url, signingKey, externalId, profileId, eventTypes, enabled: true }
    this.all.push(made)
    return reply.code(201).send({ data: shown(made) })
  }

  #eventsOf({ id }: FakeSubscription, request: FastifyRequest) {
    const { next_cursor: from = '0' } = request.query as { next_cursor?: string }
    const oldest = this.#options.now().getTime() - KEPT_MS
    const known = this.log.filter(one => one.subscription === id && one.event.timestamp >= oldest).toReversed()
    const next = Number(from) + PAGE
    return {
      data: known.slice(Number(from), next).map(({ event, status, attempts }) => ({
        id: event.eventId,
        eventType: event.eventType,
        createdOn: new Date(event.timestamp).toISOString(),
        eventData: event.event,
        deliveryStatus: status,
        deliveryAttempts: attempts,
      })),
      meta: { next_cursor: next < known.length ? String(next) : null },
    }
  }

  #record(eventType: string, profileId: number, loopId: number): LoggedEvent[] {
    const wanted = this.all.filter(
      one => one.enabled && one.profileId === profileId && one.eventTypes.includes(eventType),
    )
    const made = wanted.map(({ id, externalId }): LoggedEvent => {
      const event = { id: String(loopId), profileId: String(profileId), loopId: String(loopId) }
      const timestamp = this.#options.now().getTime()
      return {
        subscription: id,
        event: { eventId: randomUUID(), eventType, timestamp, subscriptionExternalId: externalId, event },
        status: 'PENDING',
        attempts: 0,
      }
    })
    this.log.push(...made)
    return made
  }

  /** Posts an event, and once more after a while as long as nobody takes it. */
  async #post(logged: LoggedEvent): Promise<void> {
    const { retries = RETRIES } = this.#options
    if (await this.#reaches(logged)) return
    const again = async () => {
      for (const delay of retries) {
        await wait(delay, undefined, { signal: this.#stopping.signal, ref: false })
        if (await this.#reaches(logged)) return
      }
      logged.status = 'FAILED'
    }
    void again().catch(() => undefined)
  }

  async #reaches(logged: LoggedEvent): Promise<boolean> {
    const target = this.all.find(({ id }) => id === logged.subscription)
    if (!target?.enabled) return true
    logged.attempts += 1
    const body = JSON.stringify(logged.event)
    const timestamp = String(Math.floor(Date.now() / SECOND))
    const headers = {
      'content-type': 'application/json',
      [TIMESTAMP_HEADER]: timestamp,
      [SIGNATURE_HEADER]: signatureOf(target.signingKey, timestamp, body),
    }
    const { reach = url => url } = this.#options
    const signal = AbortSignal.timeout(ANSWER_MS)
    const answer = await fetch(reach(target.url), { method: 'POST', body, headers, signal }).catch(() => null)
    await answer?.body?.cancel()
    if (answer?.ok) logged.status = 'DELIVERED'
    return answer?.ok === true
  }
}

const shown = ({ id, url, externalId, profileId, eventTypes, enabled }: FakeSubscription) => ({
  id,
  url,
  externalId,
  targetType: 'PROFILE',
  targetId: profileId,
  eventTypes,
  enabled,
})
