import type { RemoteContext } from '../../../../platform/server/context.ts'
import { conflict, notFound } from '../../../../platform/server/errors.ts'
import { NoEvents, readEvents } from '../../rules/events.ts'
import { lockRefusal, settleRefusal } from '../queries/deliveries.ts'
import { insertEvents } from '../queries/events.ts'
import { parsedJson, problemOfJson } from './json.ts'
import { dealWith, storedOf } from './receive.ts'

/**
 * Reads a refused request again: the administrator vouches for its signature. What was accepted before is known by its name
 * and stays as it is. The events are stored first and then dealt with, as when they come in by the door.
 */
export async function replayRefusal(ctx: RemoteContext, id: number): Promise<{ accepted: number; refused: number }> {
  const { source, ids, ...answer } = await ctx.transaction(async change => {
    const refusal = await lockRefusal(change, id)
    if (!refusal) throw notFound('request')
    const { accepted, results } = readAgain(refusal.body)
    const refused = results.length - accepted.length
    if (refused === 0) await settleRefusal(change, id)
    change.changed('intake', [], ['right:is_admin'])
    const events = accepted.map(event => storedOf(event, change.now))
    return {
      source: refusal.source_id,
      ids: await insertEvents(change, refusal.source_id, events),
      accepted: accepted.length,
      refused,
    }
  })
  await dealWith({ log: ctx.log, transaction: (_name, work) => ctx.transaction(work) }, source, ids)
  return answer
}

function readAgain(body: string) {
  const problem = problemOfJson(body)
  if (problem !== null) throw conflict(problem)
  try {
    return readEvents(parsedJson(body))
  } catch (error) {
    if (error instanceof NoEvents) throw conflict(error.message)
    throw error
  }
}
