import type { z } from 'zod'
import { parseInstant } from '../../../platform/wire/fields.ts'
import { type EventData, type EventResult, type EventType, IntakeEvent, MAX_EVENTS } from '../contract/events.ts'

/** What a request holds, event by event. */
export interface ReadEvents {
  accepted: IntakeEvent[]
  results: EventResult[]
  /** A batch answers one result for each event, a single event its own. */
  isBatch: boolean
}

/** Why a request holds no events at all, by field. */
export class NoEvents extends Error {
  readonly fields: Record<string, string[]>

  constructor(fields: Record<string, string[]>) {
    super(Object.values(fields).flat().join(' '))
    this.name = 'NoEvents'
    this.fields = fields
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads a single event or `{events: [...]}`. What is wrong with one event does not keep the others out. */
export function readEvents(body: unknown): ReadEvents {
  if (!isRecord(body)) throw new NoEvents({ body: ['The body must be an event, or {"events": [...]}.'] })
  if (!('events' in body)) return { ...readAll([body]), isBatch: false }
  const unknown = Object.keys(body).filter(key => key !== 'events')
  if (unknown.length > 0) throw new NoEvents(Object.fromEntries(unknown.map(key => [key, [`${key} is not known.`]])))
  const { events } = body
  if (!Array.isArray(events)) throw new NoEvents({ events: ['events must be a list.'] })
  if (events.length === 0) throw new NoEvents({ events: ['events must hold at least one event.'] })
  if (events.length > MAX_EVENTS) throw new NoEvents({ events: [`events must be at most ${MAX_EVENTS}.`] })
  return { ...readAll(events), isBatch: true }
}

function readAll(events: readonly unknown[]): Omit<ReadEvents, 'isBatch'> {
  const accepted: IntakeEvent[] = []
  const results = events.map((event): EventResult => {
    const read = IntakeEvent.safeParse(event)
    if (!read.success) return { source_event_id: nameIn(event), status: 'refused', errors: errorsOf(read.error) }
    accepted.push(read.data)
    return { source_event_id: read.data.source_event_id, status: 'accepted', errors: null }
  })
  return { accepted, results }
}

const nameIn = (event: unknown): string | null =>
  isRecord(event) && typeof event.source_event_id === 'string' ? event.source_event_id.slice(0, 200) : null

function errorsOf(error: z.ZodError): Record<string, string[]> {
  const errors: Record<string, string[]> = {}
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) add(errors, [...issue.path, key].join('.'), 'is not known')
    else add(errors, issue.path.join('.') || 'event', issue.message)
  }
  return errors
}

function add(errors: Record<string, string[]>, field: string, text: string): void {
  const sentence = `${field} ${text.replace(/\.$/, '')}.`
  errors[field] = [...(errors[field] ?? []), sentence]
}

/** When an event happened: as the site says, and never in the future, whatever its clock shows. */
export function occurredAt({ occurred_at }: Pick<IntakeEvent, 'occurred_at'>, receivedAt: Date): Date {
  const said = parseInstant(occurred_at) ?? receivedAt
  return said.getTime() > receivedAt.getTime() ? receivedAt : said
}

/** What somebody does on a site without asking for anything: it belongs to them also when they are known only later. */
export const isBehaviour = (type: EventType): boolean =>
  type === 'listing_viewed' || type === 'building_viewed' || type === 'favourited' || type === 'visited'

/** What somebody asks for, and which implies a consent to an answer. */
export const isInquiry = (type: EventType): boolean => !isBehaviour(type)

/** The kinds of lead that follow from an event, where the site does not say. */
export function rolesOf(
  type: EventType,
  data: Pick<EventData, 'roles'>,
  offer: 'sale' | 'lease' | null,
): readonly NonNullable<EventData['roles']>[number][] {
  if (data.roles && data.roles.length > 0) return data.roles
  if (type === 'sell_requested') return ['seller_lead']
  if (type === 'precon_form') return ['precon_lead']
  if (offer === 'lease') return ['rental_lead']
  return ['buyer_lead']
}

interface Proxied {
  email?: string | null | undefined
  phone?: string | null | undefined
}

/**
 * Portals pass messages on under addresses and numbers of their own, which several people share. `proxies` names them: a
 * domain, an address, or a number (E.164).
 */
export function isProxy(contact: string | null | undefined, proxies: readonly string[]): boolean {
  const text = (contact ?? '').trim().toLowerCase()
  if (text === '') return false
  const domain = text.includes('@') ? text.slice(text.lastIndexOf('@') + 1) : null
  return proxies.some(proxy => {
    const known = proxy.toLowerCase()
    return text === known || (domain !== null && (domain === known || domain.endsWith(`.${known}`)))
  })
}

/** The contact by which a person is known, and what of it only passes messages on. */
export function contactOf(
  { email, phone }: Proxied,
  proxies: readonly string[],
): { email: string | null; phone: string | null; via: string[] } {
  const known = [...usualProxies, ...proxies]
  const isEmailProxy = isProxy(email, known)
  const isPhoneProxy = isProxy(phone, known)
  return {
    email: isEmailProxy ? null : email || null,
    phone: isPhoneProxy ? null : phone || null,
    via: [...(isEmailProxy && email ? [email] : []), ...(isPhoneProxy && phone ? [phone] : [])],
  }
}

/** Domains under which large portals pass messages on. */
const usualProxies = [
  'convo.zillow.com',
  'reply.realtor.ca',
  'messages.rentals.ca',
  'relay.kijiji.ca',
  'reply.kijiji.ca',
]
