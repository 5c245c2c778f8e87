import type { Logger } from 'pino'
import type { RouteDependencies } from '../../../../platform/server/feature.ts'
import type { EventResult, IntakeEvent } from '../../contract/events.ts'
import { NoEvents, occurredAt, type ReadEvents, readEvents } from '../../rules/events.ts'
import { insertDelivery } from '../queries/deliveries.ts'
import { countTry, insertEvents, type NewEvent } from '../queries/events.ts'
import type { KnownSource } from '../queries/sources.ts'
import { applyEvents } from './apply.ts'
import { problemOfJson } from './json.ts'
import { Together } from './together.ts'

/** Events that one transaction deals with: new leads up to this number do not keep others waiting. */
const CHUNK = 20
/** Tries of an event, after which it waits for a person. */
export const MAX_TRIES = 5
/** What is stored of a request that is no JSON. Others are stored whole: somebody may replay them. */
const MAX_UNREADABLE_BODY = 64 * 1024

type Transaction = RouteDependencies['transaction']

/** What dealing with events needs. */
export interface EventsAtWork {
  log: Pick<Logger, 'error'>
  transaction: Transaction
}

/**
 * Takes in what a source sent: the request is stored whole before anything is made of it, the events that can be read are
 * stored once each, and then dealt with. What fails meanwhile is tried again by a job; the answer does not depend on it.
 */
export async function receiveEvents(
  work: EventsAtWork,
  source: KnownSource,
  { body, parsed }: { body: string; parsed: unknown },
): Promise<ReadEvents> {
  const read = await readOrRefuse(work.transaction, source, { body, parsed })
  await storeEvents(work, source, { body, read })
  return read
}

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

async function readOrRefuse(
  transaction: Transaction,
  source: KnownSource,
  { body, parsed }: { body: string; parsed: unknown },
): Promise<ReadEvents> {
  try {
    return readEvents(parsed)
  } catch (error) {
    if (error instanceof NoEvents) await storeRefusal(transaction, source, { body, problem: error.message })
    throw error
  }
}

/** Writes a refused request down, for whoever looks after the source. */
export async function storeRefusal(
  transaction: Transaction,
  source: Pick<KnownSource, 'id'>,
  { body, problem }: { body: string; problem: string },
): Promise<void> {
  await transaction('intake.refused', async ctx => {
    await insertDelivery(ctx, {
      source_id: source.id,
      // The database stores no null character, and JSON has none.
      body: problemOfJson(body) === null ? body : body.slice(0, MAX_UNREADABLE_BODY).replaceAll('\0', ''),
      events: 0,
      refused: 0,
      problem,
    })
    ctx.changed('intake', [], ['right:is_admin'])
  })
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
const sourcesAtWork = new WeakMap<Transaction, Map<number, Together>>()

function togetherOf(work: EventsAtWork, sourceId: number): Together {
  const sources = sourcesAtWork.get(work.transaction) ?? new Map<number, Together>()
  sourcesAtWork.set(work.transaction, sources)
  const together = sources.get(sourceId) ?? new Together(ids => dealWith(work, sourceId, ids), CHUNK)
  sources.set(sourceId, together)
  return together
}

/** Deals with stored events, some at a time; where that fails, one by one, so that one does not hold up the others. */
export async function dealWith(work: EventsAtWork, sourceId: number, ids: readonly number[]): Promise<void> {
  for (let from = 0; from < ids.length; from += CHUNK) {
    const chunk = ids.slice(from, from + CHUNK)
    try {
      await work.transaction('intake.events', ctx => applyEvents(ctx, sourceId, chunk))
    } catch (error) {
      work.log.error({ err: error, events: chunk.length }, 'events were not dealt with at once')
      for (const id of chunk) await dealWithOne(work, sourceId, id)
    }
  }
}

async function dealWithOne({ log, transaction }: EventsAtWork, sourceId: number, id: number): Promise<void> {
  try {
    await transaction('intake.event', ctx => applyEvents(ctx, sourceId, [id]))
  } catch (error) {
    log.error({ err: error, event: id }, 'an event was not dealt with')
    const problem = error instanceof Error ? error.message.slice(0, 500) : 'unknown'
    await transaction('intake.failed', async ctx => {
      await countTry(ctx, id, problem, MAX_TRIES)
      ctx.changed('intake', [], ['right:is_admin'])
    })
  }
}
