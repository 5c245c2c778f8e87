import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Row, RowAs } from '../../../../platform/server/database/rows.ts'
import type { EventData, EventPerson, EventType } from '../../contract/events.ts'

/** An event before it is stored. */
export interface NewEvent {
  source_event_id: string
  type: EventType
  /** ISO 8601. */
  occurred_at: string
  visitor_id: string | null
  person: EventPerson
  data: EventData
}

/** An event as it is read again. */
export interface StoredEvent
  extends Pick<
    Row<'intake_events'>,
    'id' | 'source_id' | 'source_event_id' | 'occurred_at' | 'received_at' | 'visitor_id'
  > {
  type: EventType
  person: EventPerson
  data: EventData
}

/** Name of the advisory locks of visitors. */
const VISITORS = 0x76697369

const columns = sql`id, source_id, source_event_id, type, occurred_at, received_at, visitor_id, person, data`

/**
 * Stores events that the source has not sent before, and those anew that were given up; answers both, in the order in
 * which they happened.
 */
export async function insertEvents(
  ctx: Change,
  sourceId: number,
  events: readonly NewEvent[],
): Promise<Pick<StoredEvent, 'id' | 'source_event_id'>[]> {
  if (events.length === 0) return []
  // In the order of their names, so that two requests with the same events never wait for each other in a circle. What is
  // there already is not locked unless it failed: whoever deals with it passes over locked events.
  const { rows } = await sql<Pick<StoredEvent, 'id' | 'source_event_id'>>`
    WITH given AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(events)}::jsonb) AS given (
        source_event_id text, type text, occurred_at timestamptz, visitor_id text, person jsonb, data jsonb)),
    again AS (
      UPDATE intake_events e SET type = g.type, occurred_at = g.occurred_at, visitor_id = g.visitor_id,
        person = g.person, data = g.data, state = 'waiting', tries = 0, problem = NULL
      FROM given g WHERE e.source_id = ${sourceId} AND e.source_event_id = g.source_event_id AND e.state = 'failed'
      RETURNING e.id, e.source_event_id, e.occurred_at),
    added AS (
      INSERT INTO intake_events (source_id, source_event_id, type, occurred_at, received_at, visitor_id, person, data)
      SELECT ${sourceId}, source_event_id, type, occurred_at, ${ctx.now}, visitor_id, person, data
      FROM given ORDER BY source_event_id
      ON CONFLICT (source_id, source_event_id) DO NOTHING RETURNING id, source_event_id, occurred_at)
    SELECT id, source_event_id FROM (SELECT * FROM added UNION ALL SELECT * FROM again) stored ORDER BY occurred_at, id`.execute(
    ctx.db,
  )
  return rows
}

/** Those of the events that nobody has dealt with, locked, in the order in which they happened. */
export async function lockWaiting(ctx: Change, ids: readonly number[]): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    SELECT ${columns} FROM intake_events WHERE id = ANY(${[...ids]}::bigint[]) AND state IN ('waiting', 'failed')
    ORDER BY id FOR UPDATE SKIP LOCKED`.execute(ctx.db)
  return rows.toSorted((one, other) => Date.parse(one.occurred_at) - Date.parse(other.occurred_at) || one.id - other.id)
}

/** Waits for others who deal with events of the same visitors, and keeps them waiting until the commit. */
export async function lockVisitors({ db }: Change, sourceId: number, visitorIds: readonly string[]): Promise<void> {
  if (visitorIds.length === 0) return
  // In the order of the locks, so that two batches never wait for each other in a circle.
  await sql`SELECT pg_advisory_xact_lock(${VISITORS}::int, lock) FROM (
    SELECT DISTINCT hashtext(${`${sourceId} `} || visitor) AS lock FROM unnest(${[...visitorIds]}::text[]) visitor
    ORDER BY lock) locks`.execute(db)
}

/** What visitors did before anybody knew who they are, locked; the newest, up to `limit`. */
export async function lockAnonymous(
  ctx: Change,
  sourceId: number,
  visitorIds: readonly string[],
  limit: number,
): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    SELECT ${columns} FROM intake_events
    WHERE source_id = ${sourceId} AND visitor_id = ANY(${[...visitorIds]}::text[]) AND state = 'anonymous'
    ORDER BY occurred_at DESC, id DESC LIMIT ${limit} FOR UPDATE`.execute(ctx.db)
  return rows.toReversed()
}

/** Events that were stored before `until` and are still to be dealt with, oldest first. */
export async function waitingEvents(
  { db }: QueryContext,
  until: Date,
  { tries, limit }: { tries: number; limit: number },
): Promise<number[]> {
  const { rows } = await sql<Pick<StoredEvent, 'id'>>`
    SELECT id FROM intake_events WHERE state = 'waiting' AND received_at < ${until} AND tries < ${tries}
    ORDER BY id LIMIT ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** What became of events. */
export type EventOutcome = Pick<Row<'intake_events'>, 'id' | 'lead_id' | 'is_new_lead'> & {
  state: 'done' | 'anonymous'
}

/** Writes what became of events. */
export async function settleEvents(ctx: Change, outcomes: readonly EventOutcome[]): Promise<void> {
  await sql`
    UPDATE intake_events e SET state = o.state, lead_id = o.lead_id, is_new_lead = o.is_new_lead, problem = NULL
    FROM jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) AS o (id bigint, state text, lead_id int, is_new_lead boolean)
    WHERE e.id = o.id`.execute(ctx.db)
}

/** Counts a try that ended in an error; after `most` of them the event waits for a person. */
export async function countTry(ctx: Change, id: number, problem: string, most: number): Promise<void> {
  await sql`
    UPDATE intake_events SET tries = tries + 1, problem = ${problem},
      state = CASE WHEN tries + 1 >= ${most} THEN 'failed' ELSE state END
    WHERE id = ${id} AND state IN ('waiting', 'failed')`.execute(ctx.db)
}

/** Has an event that was given up wait again; false when there is no such event. */
export async function resetFailed({ db }: Change, id: number): Promise<boolean> {
  const { rows } = await sql`
    UPDATE intake_events SET state = 'waiting', tries = 0, problem = NULL WHERE id = ${id} AND state = 'failed'
    RETURNING id`.execute(db)
  return rows.length > 0
}

/** Somebody who said who they are, on a browser. */
export interface KnownVisitor extends Pick<Row<'intake_visitors'>, 'visitor_id' | 'known_since'> {
  lead: Pick<Row<'leads'>, 'id' | 'agent_id'>
}

/** Who is behind visitors of a source, as far as it is known; the first one first. */
export async function knownVisitors(
  { db }: QueryContext,
  sourceId: number,
  visitorIds: readonly string[],
): Promise<KnownVisitor[]> {
  if (visitorIds.length === 0) return []
  const { rows } = await sql<KnownVisitor>`
    SELECT v.visitor_id, v.known_since, jsonb_build_object('id', l.id, 'agent_id', l.agent_id) AS lead
    FROM intake_visitors v JOIN leads l ON l.id = v.lead_id AND l.deleted_at IS NULL
    WHERE v.source_id = ${sourceId} AND v.visitor_id = ANY(${[...visitorIds]}::text[]) ORDER BY v.known_since`.execute(
    db,
  )
  return rows
}

/** Writes down who visitors are from a moment on, unless that is known. */
export async function saveVisitors(
  ctx: Change,
  sourceId: number,
  visitors: readonly { visitor_id: string; lead_id: number; known_since: string }[],
): Promise<void> {
  if (visitors.length === 0) return
  await sql`
    INSERT INTO intake_visitors (source_id, visitor_id, lead_id, known_since)
    SELECT ${sourceId}, g.visitor_id, g.lead_id, g.known_since
    FROM jsonb_to_recordset(${JSON.stringify(visitors)}::jsonb) AS g (visitor_id text, lead_id int, known_since timestamptz)
    WHERE g.lead_id IS DISTINCT FROM (
      SELECT v.lead_id FROM intake_visitors v
      WHERE v.source_id = ${sourceId} AND v.visitor_id = g.visitor_id AND v.known_since <= g.known_since
      ORDER BY v.known_since DESC LIMIT 1)
    ORDER BY g.visitor_id, g.known_since
    ON CONFLICT DO NOTHING`.execute(ctx.db)
}

/**
 * How often each lead signed up before, and whether an event other than a sign-up made the lead: then the first sign-up
 * that comes, however late, is the one that belongs to it.
 */
export async function signUpsBefore(
  { db }: QueryContext,
  leadIds: readonly number[],
): Promise<ReadonlyMap<number, { count: number; is_owed: boolean }>> {
  const { rows } = await sql<{ lead_id: number; count: number; is_owed: boolean }>`
    SELECT lead_id, count(*) FILTER (WHERE type = 'signed_up')::int AS count,
           bool_or(is_new_lead AND type <> 'signed_up') AND NOT bool_or(type = 'signed_up') AS is_owed
    FROM intake_events WHERE lead_id = ANY(${[...leadIds]}::int[]) GROUP BY lead_id`.execute(db)
  return new Map(rows.map(({ lead_id, ...before }) => [lead_id, before]))
}

/** A home or a building that an event names. */
export interface NamedHome
  extends RowAs<'listings', { id: number; mls_number: string; status: string; offer: string; city: string }> {
  address: string
  neighbourhood: string | null
  /** Dollars. */
  price: number
}

/** Homes by their number or their id. */
export async function namedHomes(
  { db }: QueryContext,
  { numbers, ids }: { numbers: readonly string[]; ids: readonly number[] },
): Promise<NamedHome[]> {
  if (numbers.length === 0 && ids.length === 0) return []
  const { rows } = await sql<NamedHome>`
    SELECT id, mls_number, status, offer, city, neighbourhood, coalesce(unit || ' - ', '') || address AS address,
           round(price / 100.0)::bigint AS price
    FROM listings WHERE mls_number = ANY(${[...numbers]}::text[])
    UNION
    SELECT id, mls_number, status, offer, city, neighbourhood, coalesce(unit || ' - ', '') || address,
           round(price / 100.0)::bigint
    FROM listings WHERE id = ANY(${[...ids]}::int[])`.execute(db)
  return rows
}

/** Events by their sources, each source's in the order in which they happened. */
export async function eventSources(
  { db }: QueryContext,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const { rows } = await sql<Pick<StoredEvent, 'id' | 'source_id'>>`
    SELECT id, source_id FROM intake_events WHERE id = ANY(${[...ids]}::bigint[]) ORDER BY occurred_at, id`.execute(db)
  return new Map(
    [...Map.groupBy(rows, ({ source_id }) => source_id)].map(([source, events]) => [
      source,
      events.map(({ id }) => id),
    ]),
  )
}
