import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Row, RowAs } from '../../../../platform/server/database/rows.ts'
import type { IntakeRefusal, ShownEvent } from '../../contract/sources.ts'

/** A request before it is stored. */
export type NewDelivery = Pick<Row<'intake_deliveries'>, 'source_id' | 'body' | 'events' | 'problem' | 'refused'>

/** Stores requests as they came. */
export async function insertDeliveries({ db, now }: Change, deliveries: readonly NewDelivery[]): Promise<void> {
  await sql`
    INSERT INTO intake_deliveries (source_id, body, received_at, events, problem, refused)
    SELECT source_id, body, ${now}, events, problem, refused
    FROM unnest(${deliveries.map(each => each.source_id)}::bigint[], ${deliveries.map(each => each.body)}::text[],
                ${deliveries.map(each => each.events)}::int[], ${deliveries.map(each => each.problem)}::text[],
                ${deliveries.map(each => each.refused)}::int[]) given (source_id, body, events, problem, refused)`.execute(
    db,
  )
}

interface ListWindow {
  offset: number
  limit: number
  before: { at: string; id: number } | null
}

const after = (before: ListWindow['before']) =>
  before ? sql`AND (d.received_at, d.id) < (${before.at}::timestamptz, ${before.id}::bigint)` : sql``

/** Requests that were refused, or held something that was, newest first. */
export async function refusals({ db }: QueryContext, { offset, limit, before }: ListWindow): Promise<IntakeRefusal[]> {
  const { rows } = await sql<RowAs<'intake_deliveries', IntakeRefusal, 'id'>>`
    SELECT d.id::int AS id, d.received_at, d.events, d.refused, coalesce(d.problem, '') AS problem,
           left(d.body, 20000) AS body, jsonb_build_object('id', s.id, 'name', s.name) AS source
    FROM intake_deliveries d JOIN intake_sources s ON s.id = d.source_id
    WHERE d.problem IS NOT NULL AND d.settled_at IS NULL ${after(before)}
    ORDER BY d.received_at DESC, d.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(db)
  return rows.map(row => ({ ...row, problem: row.problem ?? '' }))
}

/** How many of them there are, up to `most`. */
export async function countRefusals({ db }: QueryContext, most: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM (SELECT FROM intake_deliveries
      WHERE problem IS NOT NULL AND settled_at IS NULL LIMIT ${most}) found`.execute(db)
  return rows[0]?.total ?? 0
}

/** A refused request, locked. */
export async function lockRefusal(
  { db }: Change,
  id: number,
): Promise<Pick<Row<'intake_deliveries'>, 'source_id' | 'body'> | null> {
  const { rows } = await sql<Pick<Row<'intake_deliveries'>, 'source_id' | 'body'>>`
    SELECT source_id, body FROM intake_deliveries WHERE id = ${id} AND problem IS NOT NULL AND settled_at IS NULL
    FOR UPDATE`.execute(db)
  return rows[0] ?? null
}

/** A request of a source as it came. */
export type StoredBody = Pick<Row<'intake_deliveries'>, 'id' | 'received_at' | 'body'> & {
  /** It was refused, and nobody has dealt with that. */
  is_waiting: boolean
}

/** The newest requests of a source. */
export async function storedBodies({ db }: QueryContext, sourceId: number, limit: number): Promise<StoredBody[]> {
  const { rows } = await sql<StoredBody>`
    SELECT id::int AS id, received_at, body, problem IS NOT NULL AND settled_at IS NULL AS is_waiting
    FROM intake_deliveries WHERE source_id = ${sourceId} AND body <> ''
    ORDER BY received_at DESC, id DESC LIMIT ${limit}`.execute(db)
  return rows
}

/** Refused requests of a source that nobody has dealt with, oldest first. */
export async function waitingRefusals({ db }: QueryContext, sourceId: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id::int AS id FROM intake_deliveries
    WHERE source_id = ${sourceId} AND problem IS NOT NULL AND settled_at IS NULL
    ORDER BY received_at, id LIMIT ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Puts a refused request aside. */
export async function settleRefusal({ db, now }: Change, id: number): Promise<void> {
  await sql`UPDATE intake_deliveries SET settled_at = ${now} WHERE id = ${id}`.execute(db)
}

const inState = (state: ShownEvent['state'] | undefined) => (state ? sql`d.state = ${state}` : sql`true`)

/** Events as they came in, newest first. */
export async function shownEvents(
  { db }: QueryContext,
  { state, offset, limit, before }: ListWindow & { state: ShownEvent['state'] | undefined },
): Promise<ShownEvent[]> {
  const { rows } = await sql<RowAs<'intake_events', ShownEvent, 'id' | 'type' | 'state'>>`
    SELECT d.id::int AS id, d.type, d.state, d.occurred_at, d.received_at, d.problem,
      jsonb_build_object('id', s.id, 'name', s.name) AS source,
      CASE WHEN l.id IS NOT NULL THEN jsonb_build_object('id', l.id, 'first_name', l.first_name, 'last_name', l.last_name) END AS lead,
      coalesce(d.data->>'mls_number', d.data->>'address', d.data->>'building', d.data->>'project', '') AS about
    FROM intake_events d JOIN intake_sources s ON s.id = d.source_id
      LEFT JOIN leads l ON l.id = d.lead_id AND l.deleted_at IS NULL
    WHERE ${inState(state)} ${after(before)}
    ORDER BY d.received_at DESC, d.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(db)
  return rows
}

/** How many of them there are, up to `most`. */
export async function countEvents(
  { db }: QueryContext,
  state: ShownEvent['state'] | undefined,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM (SELECT FROM intake_events d WHERE ${inState(state)} LIMIT ${most}) found`.execute(
    db,
  )
  return rows[0]?.total ?? 0
}
