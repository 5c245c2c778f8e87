import type { Change, RemoteContext } from '../../../../platform/server/context.ts'
import { conflict, notFound } from '../../../../platform/server/errors.ts'
import { NoEvents, type ReadEvents } from '../../rules/events.ts'
import { noticesIn } from '../../rules/leadForms.ts'
import { lockRefusal, settleRefusal } from '../queries/deliveries.ts'
import { insertEvents } from '../queries/events.ts'
import { insertFetches } from '../queries/fetches.ts'
import { type KnownSource, sourceById } from '../queries/sources.ts'
import { dealWith } from './deal.ts'
import { parsedForeign, problemOfJson } from './json.ts'
import { readBody } from './readBody.ts'
import { storedOf } from './store.ts'

/**
 * Reads a refused request again: the administrator vouches for its signature. What was accepted before is known by its name
 * and stays as it is. The events are stored first and then dealt with, as when they come in by the door.
 */
export async function replayRefusal(ctx: RemoteContext, id: number): Promise<{ accepted: number; refused: number }> {
  const { source, ids, ...answer } = await ctx.transaction(async change => {
    const refusal = await lockRefusal(change, id)
    if (!refusal) throw notFound('request')
    const from = await sourceById(change, refusal.source_id)
    if (!from) throw notFound('source')
    if (from.kind === 'facebook') return { ...(await fetchAgain(change, refusal, id)), source: from.id, ids: [] }
    const { accepted, results } = readAgain(from, refusal.body, change.now)
    const refused = results.length - accepted.length
    if (refused === 0) await settleRefusal(change, id)
    change.changed('intake', [], ['right:is_admin'])
    const events = accepted.map(event => storedOf(event, change.now))
    const stored = await insertEvents(change, refusal.source_id, events)
    return {
      source: refusal.source_id,
      ids: stored.map(({ id: event }) => event),
      accepted: accepted.length,
      refused,
    }
  })
  await dealWith({ log: ctx.log, transaction: (_name, work) => ctx.transaction(work) }, source, ids)
  return answer
}

/** A notice that led to no lead is looked into again, within a minute. */
async function fetchAgain(
  change: Change,
  { source_id, body }: { source_id: number; body: string },
  id: number,
): Promise<{ accepted: number; refused: number }> {
  const problem = problemOfJson(body)
  const notices = problem === null ? noticesIn(parsedForeign(body)) : []
  if (notices.length === 0) throw conflict(problem ?? 'The request names no lead of a form.')
  await insertFetches(change, source_id, notices)
  await settleRefusal(change, id)
  change.changed('intake', [], ['right:is_admin'])
  return { accepted: notices.length, refused: 0 }
}

function readAgain(source: KnownSource, body: string, now: Date): ReadEvents {
  const problem = problemOfJson(body)
  if (problem !== null) throw conflict(problem)
  try {
    return readBody(source, body, now)
  } catch (error) {
    if (error instanceof NoEvents) throw conflict(error.message)
    throw error
  }
}
