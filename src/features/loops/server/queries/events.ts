import { sql } from 'kysely'
import type { Change } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'

/** An event as it is stored. */
export type StoredEvent = Pick<Row<'dotloop_events'>, 'profile_id' | 'event_id' | 'kind' | 'loop_id' | 'body'> & {
  happened_at: Date
}

/** A loop of a profile. Numbers of the service come as text. */
export type LoopKey = Pick<Row<'loop_deals'>, 'profile_id' | 'loop_id'>

/** Stores an event; answers whether it is the first time. */
export async function insertEvent({ db, now }: Change, event: StoredEvent): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO dotloop_events (profile_id, event_id, kind, loop_id, happened_at, body, received_at)
    VALUES (${event.profile_id}, ${event.event_id}, ${event.kind}, ${event.loop_id}, ${event.happened_at},
            ${event.body}, ${now})
    ON CONFLICT DO NOTHING RETURNING event_id`.execute(db)
  return rows.length > 0
}

/** The loops of events for which no deal was marked yet; they count as done from here on. */
export async function takeOpenLoops({ db, now }: Change): Promise<LoopKey[]> {
  const { rows } = await sql<LoopKey>`
    WITH taken AS (UPDATE dotloop_events SET handled_at = ${now} WHERE handled_at IS NULL RETURNING profile_id, loop_id)
    SELECT DISTINCT profile_id, loop_id FROM taken WHERE loop_id IS NOT NULL`.execute(db)
  return rows
}

/** What happened to a loop since then. */
export async function eventsSince(
  { db }: Change,
  { profile_id, loop_id }: LoopKey,
  since: string,
): Promise<{ kind: string; happened_at: string }[]> {
  const { rows } = await sql<{ kind: string; happened_at: string }>`
    SELECT kind, happened_at FROM dotloop_events
    WHERE profile_id = ${profile_id} AND loop_id = ${loop_id} AND happened_at > ${since}
    ORDER BY happened_at, event_id`.execute(db)
  return rows
}

/** Forgets what happened before then. */
export async function purgeEvents({ db }: Change, before: Date): Promise<void> {
  await sql`DELETE FROM dotloop_events WHERE received_at < ${before}`.execute(db)
}
