import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Row, RowAs } from '../../../../platform/server/database/rows.ts'
import type { EventFields } from '../../rules/exchange.ts'
import type { CalendarKind } from '../../rules/items.ts'

/** Which event stands for a record in somebody's calendar. */
export type Link = Omit<Row<'calendar_events'>, 'ours' | 'theirs' | 'created_at' | 'kind' | 'state'> & {
  kind: CalendarKind
  state: 'asked' | 'there' | 'removed'
  ours: EventFields | null
  theirs: EventFields | null
}

type LinkRow = RowAs<'calendar_events', Link, 'ours' | 'theirs' | 'kind' | 'state'>

const columns = sql`id, user_id, kind, record_id, calendar_id, event_id, incarnation, state, etag, ours, theirs, print`

/** Which record of whom. */
export interface LinkKey {
  user_id: number
  kind: CalendarKind
  record_id: number
}

/** The link of a record; `null` when it has never stood in the calendar. */
export async function linkOf({ db }: QueryContext, key: LinkKey): Promise<Link | null> {
  const { rows } = await sql<LinkRow>`
    SELECT ${columns} FROM calendar_events
    WHERE user_id = ${key.user_id} AND kind = ${key.kind} AND record_id = ${key.record_id}`.execute(db)
  return rows[0] ?? null
}

/** A link by its id, locked; `null` when it is gone. */
export async function lockLink({ db }: Change, id: number): Promise<Link | null> {
  const { rows } = await sql<LinkRow>`SELECT ${columns} FROM calendar_events WHERE id = ${id} FOR UPDATE`.execute(db)
  return rows[0] ?? null
}

/** Those of the events of a calendar that are ours. */
export async function linksOfEvents(
  { db }: QueryContext,
  { user_id, calendar_id }: { user_id: number; calendar_id: string },
  eventIds: readonly string[],
): Promise<Link[]> {
  const { rows } = await sql<LinkRow>`
    SELECT ${columns} FROM calendar_events
    WHERE user_id = ${user_id} AND calendar_id = ${calendar_id} AND event_id = ANY(${[...eventIds]}::text[])`.execute(
    db,
  )
  return rows
}

/** Links of a calendar whose event should be there and is not among these. */
export async function linksBeside(
  { db }: QueryContext,
  { user_id, calendar_id }: { user_id: number; calendar_id: string },
  seen: readonly string[],
): Promise<Link[]> {
  const { rows } = await sql<LinkRow>`
    SELECT ${columns} FROM calendar_events
    WHERE user_id = ${user_id} AND calendar_id = ${calendar_id} AND state = 'there'
      AND NOT event_id = ANY(${[...seen]}::text[]) ORDER BY id`.execute(db)
  return rows
}

/** Writes down that an event is about to be asked for, in place of the one before. */
export async function askedLink(
  { db }: Change,
  key: LinkKey,
  { calendar_id, event_id, incarnation }: Pick<Link, 'calendar_id' | 'event_id' | 'incarnation'>,
): Promise<Link> {
  const { rows } = await sql<LinkRow>`
    INSERT INTO calendar_events (user_id, kind, record_id, calendar_id, event_id, incarnation)
    VALUES (${key.user_id}, ${key.kind}, ${key.record_id}, ${calendar_id}, ${event_id}, ${incarnation})
    ON CONFLICT (user_id, kind, record_id) DO UPDATE SET calendar_id = excluded.calendar_id, event_id = excluded.event_id,
      incarnation = excluded.incarnation, state = 'asked', etag = NULL, ours = NULL, theirs = NULL, print = ''
    RETURNING ${columns}`.execute(db)
  const [link] = rows
  if (!link) throw new Error('The link of an event was not written.')
  return link
}

/** What both sides agreed on, and which version of the event that was. */
type Agreed = Pick<Link, 'etag' | 'ours' | 'theirs' | 'print'>

/** Saves that the event is there. A task carries its id, too. */
export async function saveLink({ db }: Change, link: Link, agreed: Agreed): Promise<void> {
  if (link.kind === 'task')
    await sql`UPDATE tasks SET event_id = ${link.event_id} WHERE id = ${link.record_id} AND event_id IS DISTINCT FROM ${link.event_id}`.execute(
      db,
    )
  await sql`
    UPDATE calendar_events SET state = 'there', etag = ${agreed.etag}, ours = ${JSON.stringify(agreed.ours)}::jsonb,
      theirs = ${JSON.stringify(agreed.theirs)}::jsonb, print = ${agreed.print}
    WHERE id = ${link.id} AND event_id = ${link.event_id}`.execute(db)
}

/**
 * Saves that the event is gone. What its owner deleted keeps what was agreed on, so that it comes back only with another time;
 * what Keyturn removed itself comes back as soon as it belongs there again.
 */
export async function markRemoved({ db }: Change, link: Link, by: 'owner' | 'product'): Promise<void> {
  await clearEventId(db, link)
  await sql`
    UPDATE calendar_events SET state = 'removed', etag = NULL, ours = CASE WHEN ${by === 'owner'} THEN ours END
    WHERE id = ${link.id}`.execute(db)
}

/** The record no longer stands in the calendar. */
export async function deleteLink({ db }: Change, link: Link): Promise<void> {
  await clearEventId(db, link)
  await sql`DELETE FROM calendar_events WHERE id = ${link.id}`.execute(db)
}

async function clearEventId(db: Change['db'], { kind, record_id, event_id }: Link): Promise<void> {
  if (kind !== 'task') return
  await sql`UPDATE tasks SET event_id = NULL WHERE id = ${record_id} AND event_id = ${event_id}`.execute(db)
}

/** Of records that are gone for good, nothing is stored that says what their event said; the event itself is still to be removed. */
export async function clearOrphans({ db }: Change): Promise<void> {
  await sql`
    UPDATE calendar_events e SET ours = NULL, theirs = NULL
    WHERE (ours IS NOT NULL OR theirs IS NOT NULL)
      AND NOT EXISTS (SELECT FROM tasks t WHERE e.kind = 'task' AND t.id = e.record_id)
      AND NOT EXISTS (SELECT FROM showings s WHERE e.kind = 'showing' AND s.id = e.record_id)`.execute(db)
}
