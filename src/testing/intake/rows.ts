import type { World } from '../world.ts'

const AT = `'2026-11-20T15:00:00Z'::timestamptz`
const FIVE = 'generate_series(1, 5) AS place'

const inserts = {
  events: `INSERT INTO intake_events (source_id, source_event_id, type, occurred_at, received_at)
           SELECT $1, place::text, 'visited', ${AT}, ${AT} FROM ${FIVE}`,
  refusals: `INSERT INTO intake_deliveries (source_id, body, received_at, problem)
             SELECT $1, '{}', ${AT}, 'The request is not valid JSON.' FROM ${FIVE}`,
  mails: `INSERT INTO intake_mails (source_id, digest, raw, received_at, state)
          SELECT $1, sha256(place::text::bytea), 'x', ${AT}, 'unread' FROM ${FIVE}`,
} as const

/** Five rows of a list of the intake, all of the same moment. */
export async function addIntakeRows({ one, unused }: World, list: keyof typeof inserts): Promise<undefined> {
  const source = await one(`INSERT INTO intake_sources (kind, name) VALUES ('webhook', $1) RETURNING id`, [
    `Listed ${unused()}`,
  ])
  await one(inserts[list], [source])
}
