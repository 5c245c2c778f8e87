import type { EventResult, IntakeEvent } from '../../contract/events.ts'
import { occurredAt, type ReadEvents } from '../../rules/events.ts'
import { insertDelivery } from '../queries/deliveries.ts'
import { insertEvents, type NewEvent } from '../queries/events.ts'
import type { KnownSource } from '../queries/sources.ts'
import { CHUNK, dealWith, type EventsAtWork } from './deal.ts'
import { Together } from './together.ts'

/** Stores a request whole, and each of its events that can be read once; then deals with those. */
export async function storeEvents(
  { log, transaction }: EventsAtWork,
  source: Pick<KnownSource, 'id'>,
  { body, read }: { body: string; read: ReadEvents },
): Promise<void> {
  const ids = await transaction('intake.received', async ctx => {
    const refused = read.results.filter(({ status }) => status === 'refused')
    await insertDelivery(ctx, {
      source_id: source.id,
      body,
      events: read.results.length,
      refused: refused.length,
      problem: refused.length > 0 ? problemOf(refused) : null,
    })
    if (refused.length > 0) ctx.changed('intake', [], ['right:is_admin'])
    return insertEvents(
      ctx,
      source.id,
      read.accepted.map(event => storedOf(event, ctx.now)),
    )
  })
  await togetherOf({ log, transaction }, source.id).add(ids)
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

/** The sources of each process, by how it makes transactions. */
const sourcesAtWork = new WeakMap<EventsAtWork['transaction'], Map<number, Together>>()

function togetherOf(work: EventsAtWork, sourceId: number): Together {
  const sources = sourcesAtWork.get(work.transaction) ?? new Map<number, Together>()
  sourcesAtWork.set(work.transaction, sources)
  const together = sources.get(sourceId) ?? new Together(ids => dealWith(work, sourceId, ids), CHUNK)
  sources.set(sourceId, together)
  return together
}
