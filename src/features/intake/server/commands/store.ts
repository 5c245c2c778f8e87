import type { Change } from '../../../../platform/server/context.ts'
import type { EventResult, IntakeEvent } from '../../contract/events.ts'
import { occurredAt, type ReadEvents } from '../../rules/events.ts'
import { insertDeliveries, type NewDelivery } from '../queries/deliveries.ts'
import { insertEvents, type NewEvent } from '../queries/events.ts'
import type { KnownSource } from '../queries/sources.ts'
import { CHUNK, dealWith, type EventsAtWork } from './deal.ts'
import { Together } from './together.ts'

/** A request of a source, and what was read of it. */
interface ReadRequest {
  body: string
  read: ReadEvents
}

/** Stores a request whole, and each of its events that can be read once; then deals with those. */
export async function storeEvents(
  work: EventsAtWork,
  source: Pick<KnownSource, 'id'>,
  request: ReadRequest,
): Promise<void> {
  const { storing, dealing } = atWorkOn(work, source.id)
  const stored = await storing.add(request)
  if (stored.status === 'rejected') throw stored.reason
  await dealing.add(stored.value)
}

/** The events of each request that are to be dealt with, or why it could not be stored. */
type Stored = PromiseSettledResult<readonly number[]>

/** Stores requests; where that fails, one by one, so that one does not keep the others out. */
async function store(
  transaction: EventsAtWork['transaction'],
  sourceId: number,
  requests: readonly ReadRequest[],
): Promise<Stored[]> {
  try {
    const ids = await transaction('intake.received', ctx => insertRequests(ctx, sourceId, requests))
    return ids.map(value => ({ status: 'fulfilled', value }))
  } catch (reason) {
    if (requests.length === 1) return [{ status: 'rejected', reason }]
    const alone: Stored[] = []
    for (const request of requests) alone.push(...(await store(transaction, sourceId, [request])))
    return alone
  }
}

async function insertRequests(ctx: Change, sourceId: number, requests: readonly ReadRequest[]): Promise<number[][]> {
  await insertDeliveries(
    ctx,
    requests.map(request => deliveryOf(sourceId, request)),
  )
  if (requests.some(({ read }) => read.results.length > read.accepted.length))
    ctx.changed('intake', [], ['right:is_admin'])
  // Of events with one name the first counts, as when its request is stored before the next.
  const byName = new Map<string, { event: NewEvent; request: ReadRequest }>()
  for (const request of requests)
    for (const accepted of request.read.accepted) {
      const event = storedOf(accepted, ctx.now)
      if (!byName.has(event.source_event_id)) byName.set(event.source_event_id, { event, request })
    }
  const events = [...byName.values()].map(({ event }) => event)
  const stored = await insertEvents(ctx, sourceId, events)
  const byRequest = Map.groupBy(stored, ({ source_event_id }) => byName.get(source_event_id)?.request)
  return requests.map(request => (byRequest.get(request) ?? []).map(({ id }) => id))
}

function deliveryOf(sourceId: number, { body, read: { results } }: ReadRequest): NewDelivery {
  const refused = results.filter(({ status }) => status === 'refused')
  const problem = refused.length > 0 ? problemOf(refused) : null
  return { source_id: sourceId, body, events: results.length, refused: refused.length, problem }
}

const problemOf = (refused: readonly EventResult[]): string =>
  refused
    .slice(0, 5)
    .map(({ source_event_id, errors }) =>
      [
        source_event_id ?? 'An event',
        Object.values(errors ?? {})
          .flat()
          .join(' '),
      ].join(': '),
    )
    .join('\n')

/** An event as it is stored. */
export function storedOf(event: IntakeEvent, receivedAt: Date): NewEvent {
  const { source_event_id, type, person, data } = event
  return {
    source_event_id,
    type,
    occurred_at: occurredAt(event, receivedAt).toISOString(),
    visitor_id: data?.visitor_id ?? null,
    person: person ?? {},
    data: data ?? {},
  }
}

/** What arrives of one source at the same time. */
interface SourceAtWork {
  storing: Together<ReadRequest, Stored>
  dealing: Together<readonly number[], undefined>
}

/** The sources of each process, by how it makes transactions. */
const sourcesAtWork = new WeakMap<EventsAtWork['transaction'], Map<number, SourceAtWork>>()

function atWorkOn(work: EventsAtWork, sourceId: number): SourceAtWork {
  const sources = sourcesAtWork.get(work.transaction) ?? new Map<number, SourceAtWork>()
  sourcesAtWork.set(work.transaction, sources)
  const source = sources.get(sourceId) ?? startOn(work, sourceId)
  sources.set(sourceId, source)
  return source
}

const startOn = (work: EventsAtWork, sourceId: number): SourceAtWork => ({
  storing: new Together({
    deal: requests => store(work.transaction, sourceId, requests),
    // One without events takes a row as well.
    weigh: ({ read }) => Math.max(1, read.results.length),
    most: CHUNK,
  }),
  dealing: new Together({
    deal: async requests => {
      await dealWith(work, sourceId, requests.flat())
      return requests.map(() => undefined)
    },
    weigh: ids => ids.length,
    most: CHUNK,
  }),
})
