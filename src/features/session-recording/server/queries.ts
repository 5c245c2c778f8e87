import { type RawBuilder, sql } from 'kysely'
import { instantCursors, pageOf, windowOf } from '../../../platform/server/calls/page.ts'
import type { Actor, Change, QueryContext, Viewer } from '../../../platform/server/context.ts'
import type { Row, RowAs } from '../../../platform/server/database/rows.ts'
import type { InputOf } from '../../../platform/wire/call.ts'
import { EXACT_TOTAL_LIMIT, type Page } from '../../../platform/wire/page.ts'
import type { Recording, recordingCalls } from '../contract.ts'
import type { Mark } from '../rules/events.ts'
import type { Identification } from '../rules/identification.ts'
import { MAX_DAY_BYTES, VIEWING_HOURS } from '../rules/limits.ts'
import type { Batch } from './commands.ts'

/** Says whose screen it is on a day; the same one again when that was said before. */
export async function insertIdentification(
  { db, now }: Change,
  { user_id, actor_user_id, day }: Omit<Identification, 'id'>,
): Promise<Identification> {
  const { rows } = await sql<Pick<Row<'recording_identifications'>, 'id'>>`
    INSERT INTO recording_identifications (user_id, actor_user_id, day, created_at)
    VALUES (${user_id}, ${actor_user_id}, ${day}, ${now})
    ON CONFLICT (user_id, actor_user_id, day) DO UPDATE SET created_at = recording_identifications.created_at
    RETURNING id`.execute(db)
  return { id: rows[0]?.id ?? 0, user_id, actor_user_id, day }
}

/** An identification; `null` when there is none. */
export async function identificationOf({ db }: QueryContext, id: number): Promise<Identification | null> {
  const { rows } = await sql<RowAs<'recording_identifications', Identification>>`
    SELECT id, user_id, actor_user_id, day FROM recording_identifications WHERE id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Where a batch belongs. */
interface Place {
  identification_id: number
  run: string
  number: number
}

/**
 * Stores a batch; one that is there already stays as it is. Answers whether it is stored: no more than a day may hold. One statement,
 * and no entry of the audit log: batches come every few seconds, and what they hold is the record itself.
 */
export async function storeChunk(
  { db }: QueryContext,
  { identification_id, run, number }: Place,
  { events, from_at, to_at, marks, body }: Batch,
): Promise<boolean> {
  const { rows } = await sql<{ recording_id: number }>`
    WITH used AS (
      SELECT coalesce(sum(c.bytes), 0) AS bytes
      FROM session_recordings r JOIN recording_chunks c ON c.recording_id = r.id WHERE r.identification_id = ${identification_id}
    ), recording AS (
      INSERT INTO session_recordings (identification_id, run, started_at)
      SELECT ${identification_id}::int, ${run}::uuid, ${from_at}::timestamptz FROM used WHERE bytes + ${body.length}::int <= ${MAX_DAY_BYTES}::int
      ON CONFLICT (identification_id, run) DO UPDATE SET started_at = least(session_recordings.started_at, excluded.started_at)
      RETURNING id
    )
    INSERT INTO recording_chunks (recording_id, number, from_at, to_at, events, marks, bytes, body)
    SELECT id, ${number}::int, ${from_at}::timestamptz, ${to_at}::timestamptz, ${events}::int, ${JSON.stringify(marks)}::jsonb,
      ${body.length}::int, ${body}::bytea
    FROM recording
    ON CONFLICT (recording_id, number) DO UPDATE SET number = excluded.number
    RETURNING recording_id`.execute(db)
  return rows.length > 0
}

type RecordingFilters = InputOf<typeof recordingCalls.list>

/** Recordings, newest first. */
export async function recordingPage(ctx: QueryContext, asked: RecordingFilters): Promise<Page<Recording>> {
  const { limit, offset } = windowOf(asked)
  const where = conditionOf(asked)
  const place = asked.cursor ? instantCursors.read(asked.cursor) : null
  const before = place ? sql`AND (r.started_at, r.id) < (${place.at}::timestamptz, ${place.id}::int)` : sql``
  const { rows } = await selectRecordings(
    sql`${where} ${before} ORDER BY r.started_at DESC, r.id DESC LIMIT ${limit} OFFSET ${offset}`,
  ).execute(ctx.db)
  const { rows: counted } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM (
      SELECT FROM session_recordings r JOIN recording_identifications i ON i.id = r.identification_id
      WHERE ${where} LIMIT ${EXACT_TOTAL_LIMIT + 1}) counted`.execute(ctx.db)
  return pageOf(rows, {
    asked,
    total: counted[0]?.total ?? 0,
    cursorAfter: ({ id, started_at }) => instantCursors.write({ at: started_at, id }),
  })
}

/** One recording; `null` when there is none. */
export async function recordingById({ db }: QueryContext, id: number): Promise<Recording | null> {
  const { rows } = await selectRecordings(sql`r.id = ${id}`).execute(db)
  return rows[0] ?? null
}

const selectRecordings = (chosen: RawBuilder<unknown>) => sql<Recording>`
  SELECT r.id, ${personOf('person')} AS person, CASE WHEN i.actor_user_id <> i.user_id THEN ${personOf('actor')} END AS by,
    i.day, r.started_at, held.*
  FROM session_recordings r
  JOIN recording_identifications i ON i.id = r.identification_id
  JOIN users person ON person.id = i.user_id
  JOIN users actor ON actor.id = i.actor_user_id
  CROSS JOIN LATERAL (
    SELECT coalesce(max(c.to_at), r.started_at) AS ended_at, coalesce(sum(c.bytes), 0)::int AS bytes,
      coalesce(sum(jsonb_array_length(jsonb_path_query_array(c.marks, '$[*] ? (@.kind == "page")'))), 0)::int AS pages,
      coalesce(sum(jsonb_array_length(jsonb_path_query_array(c.marks, '$[*] ? (@.kind == "error")'))), 0)::int AS errors
    FROM recording_chunks c WHERE c.recording_id = r.id) held
  WHERE ${chosen}`

const personOf = (alias: 'person' | 'actor'): RawBuilder<unknown> => {
  const user = sql.ref(alias)
  return sql`jsonb_build_object('id', ${user}.id, 'name', trim(${user}.first_name || ' ' || ${user}.last_name))`
}

function conditionOf({ user_id, from, to }: RecordingFilters): RawBuilder<boolean> {
  const parts = [
    sql`true`,
    ...(user_id ? [sql`(i.user_id = ${user_id} OR i.actor_user_id = ${user_id})`] : []),
    ...(from ? [sql`i.day >= ${from}::date`] : []),
    ...(to ? [sql`i.day <= ${to}::date`] : []),
  ]
  return sql<boolean>`${sql.join(parts, sql` AND `)}`
}

/** The people of whom there are recordings, by name. */
export async function recordedPeople({ db }: QueryContext): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT id, trim(first_name || ' ' || last_name) AS name FROM users
    WHERE id IN (SELECT user_id FROM recording_identifications UNION SELECT actor_user_id FROM recording_identifications)
    ORDER BY name, id`.execute(db)
  return rows
}

/** A batch without its events. */
type ChunkRow = Pick<Row<'recording_chunks'>, 'number' | 'from_at' | 'to_at'> & { marks: Mark[] }

/** The batches of a recording, in their order. */
export async function chunksOf({ db }: QueryContext, recordingId: number): Promise<ChunkRow[]> {
  const { rows } = await sql<ChunkRow>`
    SELECT number, from_at, to_at, marks FROM recording_chunks WHERE recording_id = ${recordingId} ORDER BY number`.execute(
    db,
  )
  return rows
}

/** The compressed events of a batch; `null` when there is none. */
export async function chunkBody({ db }: QueryContext, recordingId: number, number: number): Promise<Buffer | null> {
  const { rows } = await sql<Pick<Row<'recording_chunks'>, 'body'>>`
    SELECT body FROM recording_chunks WHERE recording_id = ${recordingId} AND number = ${number}`.execute(db)
  return rows[0]?.body ?? null
}

/** Writes down that the caller opened a recording. */
export async function insertViewing(
  { db, now, actor }: Change & { actor: Actor },
  recordingId: number,
): Promise<number> {
  const { rows } = await sql<Pick<Row<'recording_viewings'>, 'id'>>`
    INSERT INTO recording_viewings (recording_id, user_id, viewed_at) VALUES (${recordingId}, ${actor.user_id}, ${now})
    RETURNING id`.execute(db)
  return rows[0]?.id ?? 0
}

/** Whether the caller opened this recording themselves, not long ago. */
export async function isViewing(
  { db, now, actor }: QueryContext & { viewer: Viewer; actor: Actor },
  viewingId: number,
  recordingId: number,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM recording_viewings
    WHERE id = ${viewingId} AND recording_id = ${recordingId} AND user_id = ${actor.user_id}
      AND viewed_at > ${now}::timestamptz - make_interval(hours => ${VIEWING_HOURS})`.execute(db)
  return rows.length > 0
}

/** Deletes a recording with everything of it. */
export async function deleteRecording({ db }: Change, id: number): Promise<void> {
  await sql`DELETE FROM session_recordings WHERE id = ${id}`.execute(db)
}

/** Deletes what was recorded before a day, of so many people and days at the most; answers of how many. */
export async function deleteRecordedBefore({ db }: Change, day: string, limit: number): Promise<number> {
  const { rows } = await sql`
    DELETE FROM recording_identifications WHERE id IN (
      SELECT id FROM recording_identifications WHERE day < ${day}::date ORDER BY id LIMIT ${limit}) RETURNING id`.execute(
    db,
  )
  return rows.length
}
