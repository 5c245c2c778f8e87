import type { Logger } from 'pino'
import type { RouteDependencies } from '../../../../platform/server/feature.ts'
import { countTry } from '../queries/events.ts'
import { applyEvents } from './apply.ts'

/** Events that one transaction deals with: new leads up to this number do not keep others waiting. */
export const CHUNK = 20
/** Tries of an event, after which it waits for a person. */
export const MAX_TRIES = 5

/** What dealing with events needs. */
export interface EventsAtWork {
  log: Pick<Logger, 'error'>
  transaction: RouteDependencies['transaction']
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
