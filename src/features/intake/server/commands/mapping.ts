import type { QueryContext, RemoteContext } from '../../../../platform/server/context.ts'
import { notFound } from '../../../../platform/server/errors.ts'
import type { FieldMapping, MappingSample, MappingTrial } from '../../contract/mapping.ts'
import { NoEvents, type ReadEvents } from '../../rules/events.ts'
import { leavesOf } from '../../rules/mapping.ts'
import { type StoredBody, storedBodies, waitingRefusals } from '../queries/deliveries.ts'
import { type KnownSource, sourceById, writeMapping } from '../queries/sources.ts'
import { parsedForeign, problemOfJson } from './json.ts'
import { readByMapping } from './readBody.ts'
import { replayRefusal } from './replay.ts'

/** Stored requests that a person chooses from, and those that a mapping is tried on. */
const SAMPLES = 20
const MAX_TRIED = 100
/** Requests that are replayed at once. */
const MAX_REPLAYED = 500

/** A source whose requests are read by a mapping. */
async function requireMapped(ctx: QueryContext, id: number): Promise<KnownSource> {
  const source = await sourceById(ctx, id)
  if (source?.kind !== 'mapped') throw notFound('source')
  return source
}

/** The mapping in force, and the newest requests value by value. */
export async function samplesOf(
  ctx: QueryContext,
  id: number,
): Promise<{ mapping: FieldMapping | null; samples: MappingSample[] }> {
  const { mapping } = await requireMapped(ctx, id)
  const bodies = await storedBodies(ctx, id, SAMPLES)
  const samples = bodies.flatMap(({ id: of, received_at, body }) => {
    if (problemOfJson(body) !== null) return []
    const parsed = parsedForeign(body)
    const leaves = leavesOf(Array.isArray(parsed) ? parsed[0] : parsed)
    return leaves.length > 0 ? [{ id: of, received_at, leaves }] : []
  })
  return { mapping, samples }
}

/** What a mapping reads of the stored requests of its source. Nothing is saved. */
export async function tryMapping(ctx: QueryContext, id: number, mapping: FieldMapping): Promise<MappingTrial> {
  await requireMapped(ctx, id)
  const requests = (await storedBodies(ctx, id, MAX_TRIED)).map(stored => ({
    stored,
    ...outcomeOf(ctx, mapping, stored),
  }))
  return {
    read: requests.filter(({ is_read }) => is_read).length,
    total: requests.length,
    waiting: requests.filter(({ is_read, stored }) => is_read && stored.is_waiting).length,
    requests: requests.map(({ stored, says, is_read }) => ({
      id: stored.id,
      received_at: stored.received_at,
      says,
      is_read,
    })),
  }
}

function outcomeOf(ctx: QueryContext, mapping: FieldMapping, { body }: StoredBody): { says: string; is_read: boolean } {
  const problem = problemOfJson(body)
  if (problem !== null) return { says: problem, is_read: false }
  try {
    return saidOf(readByMapping(mapping, body, ctx.now))
  } catch (error) {
    if (error instanceof NoEvents) return { says: error.message, is_read: false }
    throw error
  }
}

function saidOf({ accepted, results }: ReadEvents): { says: string; is_read: boolean } {
  const refused = results.find(({ status }) => status === 'refused')
  if (refused)
    return {
      says: Object.values(refused.errors ?? {})
        .flat()
        .join(' '),
      is_read: false,
    }
  const names = accepted.map(({ person }) => {
    const name = [person?.first_name, person?.last_name].filter(Boolean).join(' ')
    return [name, person?.email ?? person?.phone].filter(Boolean).join(', ')
  })
  return { says: names.slice(0, 3).join('; '), is_read: true }
}

/** Saves a mapping, then replays what was refused before, oldest first, each by itself: one that fails holds up no other. */
export async function saveMapping(
  ctx: RemoteContext,
  id: number,
  mapping: FieldMapping,
): Promise<{ replayed: number }> {
  await ctx.transaction(async change => {
    if (!(await writeMapping(change, id, mapping))) throw notFound('source')
    change.audit({ subject: 'intake source', subject_id: id, after: { mapping } })
    change.changed('intake', [], ['right:is_admin'])
  })
  let replayed = 0
  for (const refusal of await waitingRefusals(ctx, id, MAX_REPLAYED)) {
    try {
      if ((await replayRefusal(ctx, refusal)).refused === 0) replayed++
    } catch (error) {
      ctx.log.error({ err: error, refusal }, 'a request could not be replayed')
    }
  }
  return { replayed }
}
