import { NoEvents, type ReadEvents, readEvents } from '../../rules/events.ts'
import { insertDeliveries } from '../queries/deliveries.ts'
import type { KnownSource } from '../queries/sources.ts'
import type { EventsAtWork } from './deal.ts'
import { problemOfJson } from './json.ts'
import { storeEvents } from './store.ts'

/** What is stored of a request that is no JSON. Others are stored whole: somebody may replay them. */
const MAX_UNREADABLE_BODY = 64 * 1024

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

async function readOrRefuse(
  transaction: EventsAtWork['transaction'],
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
  transaction: EventsAtWork['transaction'],
  source: Pick<KnownSource, 'id'>,
  { body, problem }: { body: string; problem: string },
): Promise<void> {
  await transaction('intake.refused', async ctx => {
    // The database stores no null character, and JSON has none.
    const stored = problemOfJson(body) === null ? body : body.slice(0, MAX_UNREADABLE_BODY).replaceAll('\0', '')
    await insertDeliveries(ctx, [{ source_id: source.id, body: stored, events: 0, refused: 0, problem }])
    ctx.changed('intake', [], ['right:is_admin'])
  })
}
