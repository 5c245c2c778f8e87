import { gzipSync } from 'node:zlib'
import { defineRights, everybody, nothing, office, type Request } from '../../testing/rights.ts'
import type { World } from '../../testing/world.ts'
import { recordingCalls } from './contract.ts'

const today = `(now() AT TIME ZONE 'America/Toronto')::date`

/** The account itself; the agent for nobody. */
const personOf = async (world: World, account: string) => (await world.userId(account)) ?? (await world.userId('agent'))

/** Whose screen it is today. */
const identification = async (world: World, account: string): Promise<number> =>
  world.one(
    `INSERT INTO recording_identifications (user_id, actor_user_id, day, created_at) VALUES ($1, $1, ${today}, now())
     ON CONFLICT (user_id, actor_user_id, day) DO UPDATE SET created_at = now() RETURNING id`,
    [await personOf(world, account)],
  )

/** A recording of an agent, with one batch. */
const recording = async (world: World): Promise<number> =>
  world.one(
    `WITH made AS (INSERT INTO session_recordings (identification_id, run, started_at) VALUES ($1, gen_random_uuid(), now()) RETURNING id)
     INSERT INTO recording_chunks (recording_id, number, from_at, to_at, events, marks, bytes, body)
     SELECT id, 0, now(), now(), 1, '[]', 1, $2 FROM made RETURNING recording_id AS id`,
    [await identification(world, 'agent'), gzipSync('[]')],
  )

const viewed: Request = async (world, account) => {
  const id = await recording(world)
  const viewing_id = await world.one(
    'INSERT INTO recording_viewings (recording_id, user_id, viewed_at) VALUES ($1, $2, now()) RETURNING id',
    [id, await personOf(world, account)],
  )
  return { path: { id }, body: { viewing_id, number: 0 } }
}

/** Recording is off until somebody switches it on: everybody hears so. */
const batch: Request = async (world, account) => {
  const form = new FormData()
  form.set('run', crypto.randomUUID())
  form.set('number', '0')
  form.set('events', new Blob([gzipSync(JSON.stringify([{ type: 1, data: {}, timestamp: Date.now() }]))]), 'events')
  return { path: { id: await identification(world, account) }, form, refuses: everybody }
}

const aboutRecording: Request = async world => ({ path: { id: await recording(world) } })

/** A valid request for each call, and who may make it. */
export const rights = defineRights(recordingCalls, {
  identify: [everybody, () => ({ refuses: everybody })],
  append: [everybody, batch],
  list: [office, nothing],
  people: [office, nothing],
  open: [office, aboutRecording],
  chunk: [office, viewed],
  remove: [office, aboutRecording],
})
