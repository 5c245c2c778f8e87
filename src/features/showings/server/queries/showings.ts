import { sql } from 'kysely'
import { z } from 'zod'
import { defineCursors, pageOf, windowOf } from '../../../../platform/server/calls/page.ts'
import type { Change, QueryContext, Viewer } from '../../../../platform/server/context.ts'
import type { Row, RowAs } from '../../../../platform/server/database/rows.ts'
import { notFound } from '../../../../platform/server/errors.ts'
import { wallClock } from '../../../../platform/wire/days.ts'
import type { Page, PageInput } from '../../../../platform/wire/page.ts'
import { visibleLeads } from '../../../leads/server/queries/leads.ts'
import type { Showing } from '../../contract.ts'
import { type ClientAnswer, SHOWINGS_PAGE, type ShowingStatus } from '../../rules.ts'

/** What of a showing is read off the clock of its zone. */
type ClockFields = 'date' | 'time_start' | 'time_end'

/** A showing as its answer columns are read. */
export type ShowingRow = Omit<RowAs<'showings', Showing, 'listed_for' | 'photo_base_url'>, ClockFields>

/** A row with its day and times where the home is. */
export function showingOf<Found extends ShowingRow>(row: Found): Found & Pick<Showing, ClockFields> {
  const [start, end] = [wallClock(row.starts_at, row.zone), wallClock(row.ends_at, row.zone)]
  return { ...row, date: start.day, time_start: start.time, time_end: end.time }
}

/** The state of `showings s` as the client is told it: whatever keeps it from taking place is the same to them. */
export const standing = sql`
  CASE WHEN s.deleted_at IS NOT NULL OR s.status IN ('declined', 'cancelled') THEN 'cancelled' ELSE s.status END`

/** Whether the client was told the place, the time and whether it is on as they are now; `null` when never told. */
const clientIsUpToDate = sql`(
  SELECT (t.notified_address, t.notified_starts_at, t.notified_ends_at, t.notified_status = 'cancelled')
    = (s.address_formatted, s.starts_at, s.ends_at, ${standing} = 'cancelled')
  FROM showing_emails t WHERE t.showing_id = s.id AND t.state = 'sent' ORDER BY t.id DESC LIMIT 1)`

/** The columns of `showings s` as answers show them. */
export const showingColumns = sql`
  s.id, s.lead_id, s.address_formatted, round(s.listed_for / 100.0)::bigint AS listed_for, s.listing_description,
  s.zone, s.starts_at, s.ends_at, s.lockbox_description, s.notes,
  coalesce(s.photo_base_url, (SELECT h.photo_base_url FROM listings h WHERE h.mls_number = s.mls_number)) AS photo_base_url,
  s.mls_number, s.lat, s.lng,
  s.status, s.client_answer, s.client_message, s.client_answered_at, s.created_at, s.updated_at, s.version,
  CASE ${clientIsUpToDate} WHEN true THEN 'all' WHEN false THEN 'older' ELSE 'nothing' END AS client_knows,
  (SELECT jsonb_build_object('state', n.state, 'kind', n.kind, 'problem', n.problem,
     'is_paused', n.state = 'waiting' AND EXISTS (SELECT FROM sending_pauses WHERE resumed_at IS NULL),
     'at', to_char(coalesce(n.finished_at, n.created_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
   FROM showing_emails n WHERE n.showing_id = s.id AND n.state <> 'replaced' ORDER BY n.id DESC LIMIT 1) AS message`

/** A page of a lead's showings: those to come, the next one first; then the past ones, the newest first. */
export async function pageOfShowings(
  ctx: QueryContext,
  leadId: number,
  given: PageInput & { offset?: number | undefined; limit?: number | undefined },
): Promise<Page<Showing> & { totalCount: number }> {
  const { offset: skipped, limit: perPage = given.perPage ?? SHOWINGS_PAGE, ...asked } = given
  const page = skipped === undefined ? asked.page : Math.floor(skipped / perPage) + 1
  const { offset, limit } = windowOf({ ...asked, perPage, page })
  const after = asked.cursor ? cursors.read(asked.cursor) : null
  // The order moves with the clock: a walk by cursor goes on by the clock that it began by.
  const now = after?.now ?? ctx.now.toISOString()
  const place = sql`(s.ends_at < ${now}::timestamptz), abs(extract(epoch FROM s.starts_at - ${now}::timestamptz)), s.id`
  const [{ rows }, counted] = await Promise.all([
    sql<ShowingRow & { is_past: boolean; distance: string }>`
      SELECT ${showingColumns}, s.ends_at < ${now}::timestamptz AS is_past,
        abs(extract(epoch FROM s.starts_at - ${now}::timestamptz))::text AS distance
      FROM showings s WHERE s.lead_id = ${leadId} AND s.deleted_at IS NULL
        ${after ? sql`AND (${place}) > (${after.is_past}::boolean, ${after.distance}::numeric, ${after.id}::int)` : sql``}
      ORDER BY ${place} LIMIT ${limit} OFFSET ${asked.cursor ? 0 : (skipped ?? offset)}`.execute(ctx.db),
    sql<{ count: number }>`
      SELECT count(*) AS count FROM showings WHERE lead_id = ${leadId} AND deleted_at IS NULL`.execute(ctx.db),
  ])
  const total = counted.rows[0]?.count ?? 0
  const found = pageOf(rows, {
    asked: { ...asked, page, perPage },
    total,
    isEstimate: false,
    cursorAfter: ({ is_past, distance, id }) => cursors.write({ now, is_past, distance, id }),
  })
  const data = found.data.map(({ is_past: _past, distance: _distance, ...showing }) => showingOf(showing))
  return { ...found, data, totalCount: total }
}

/** Where a page of a lead's showings ended: how far from which moment. */
const cursors = defineCursors(
  z.object({
    now: z.iso.datetime(),
    is_past: z.boolean(),
    distance: z.string().regex(/^\d{1,12}(\.\d{1,6})?$/),
    id: z.int32(),
  }),
)

/** Whose showing it is. */
export interface ShownLead {
  id: number
  agent_id: number | null
}

interface FoundShowing {
  showing: Showing
  lead: ShownLead
  deleted_at: string | null
}

/** A showing with a lead that the viewer reaches; refused like one that does not exist otherwise. Locked inside a write. */
export async function requireShowing(
  ctx: QueryContext & { viewer: Viewer },
  id: number,
  state: 'kept' | 'deleted',
  isForChange: boolean,
): Promise<FoundShowing> {
  const { rows } = await sql<ShowingRow & Pick<Row<'leads'>, 'agent_id'> & Pick<Row<'showings'>, 'deleted_at'>>`
    SELECT ${showingColumns}, l.agent_id, s.deleted_at FROM showings s
    JOIN (SELECT id, agent_id FROM leads WHERE ${visibleLeads(ctx)}) l ON l.id = s.lead_id
    WHERE s.id = ${id} AND s.deleted_at IS ${state === 'kept' ? sql`NULL` : sql`NOT NULL`}
    ${isForChange ? sql`FOR UPDATE OF s` : sql``}`.execute(ctx.db)
  if (!rows[0]) throw notFound('showing')
  const { agent_id, deleted_at, ...showing } = rows[0]
  return { showing: showingOf(showing), lead: { id: showing.lead_id, agent_id }, deleted_at }
}

/** A showing for whoever holds its link, with its lead; `null` when either is gone. Locked inside a write. */
export async function showingOfLink(
  ctx: QueryContext,
  id: number,
  isForChange: boolean,
): Promise<{ showing: Showing; lead: ShownLead } | null> {
  const { rows } = await sql<ShowingRow & Pick<Row<'leads'>, 'agent_id'>>`
    SELECT ${showingColumns}, l.agent_id FROM showings s JOIN leads l ON l.id = s.lead_id AND l.deleted_at IS NULL
    WHERE s.id = ${id} AND s.deleted_at IS NULL ${isForChange ? sql`FOR UPDATE OF s, l` : sql``}`.execute(ctx.db)
  if (!rows[0]) return null
  const { agent_id, ...showing } = rows[0]
  return { showing: showingOf(showing), lead: { id: showing.lead_id, agent_id } }
}

/** One showing as it is now. */
export async function showingById(ctx: QueryContext, id: number): Promise<Showing> {
  const { rows } = await sql<ShowingRow>`SELECT ${showingColumns} FROM showings s WHERE s.id = ${id}`.execute(ctx.db)
  if (!rows[0]) throw notFound('showing')
  return showingOf(rows[0])
}

/** What is written of a showing; money in dollars. */
export interface ShowingColumns {
  address_formatted: string
  mls_number: string | null
  listed_for: number | null
  listing_description: string
  starts_at: string
  ends_at: string
  zone: string
  lockbox_description: string
  notes: string
  photo_base_url: string | null
  lat: number | null
  lng: number | null
  status: ShowingStatus
}

const inCents = (dollars: number | null): number | null => (dollars === null ? null : dollars * 100)

/** Adds a showing by whoever acts; answers its id. */
export async function insertShowing(ctx: Change, leadId: number, given: ShowingColumns): Promise<number> {
  const { id } = await ctx.db
    .insertInto('showings')
    .values({
      lead_id: leadId,
      address_formatted: given.address_formatted,
      mls_number: given.mls_number,
      listed_for: inCents(given.listed_for),
      listing_description: given.listing_description,
      starts_at: given.starts_at,
      ends_at: given.ends_at,
      zone: given.zone,
      lockbox_description: given.lockbox_description,
      notes: given.notes,
      photo_base_url: given.photo_base_url,
      lat: given.lat,
      lng: given.lng,
      status: given.status,
      author_user_id: ctx.author?.user_id ?? null,
      on_behalf_of: ctx.author?.on_behalf_of ?? null,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Writes a showing. */
export async function writeShowing(ctx: Change, id: number, given: ShowingColumns): Promise<void> {
  await sql`
    UPDATE showings SET address_formatted = ${given.address_formatted}, mls_number = ${given.mls_number},
      listed_for = ${inCents(given.listed_for)}, listing_description = ${given.listing_description},
      starts_at = ${given.starts_at}, ends_at = ${given.ends_at}, zone = ${given.zone},
      lockbox_description = ${given.lockbox_description}, notes = ${given.notes}, photo_base_url = ${given.photo_base_url},
      lat = ${given.lat}, lng = ${given.lng}, status = ${given.status}, updated_at = ${ctx.now}, version = version + 1
    WHERE id = ${id}`.execute(ctx.db)
}

/** Keeps what the client said, and what it makes of the showing. */
export async function writeAnswer(
  ctx: Change,
  id: number,
  given: { answer: ClientAnswer; message: string; status: ShowingStatus },
): Promise<void> {
  await sql`
    UPDATE showings SET client_answer = ${given.answer}, client_message = ${given.message},
      client_answered_at = ${ctx.now}, status = ${given.status}, version = version + 1, updated_at = ${ctx.now}
    WHERE id = ${id}`.execute(ctx.db)
}

/** An answer was to another place or time. */
export async function deleteAnswer(ctx: Change, id: number): Promise<void> {
  await ctx.db
    .updateTable('showings')
    .set({ client_answer: null, client_message: '', client_answered_at: null })
    .where('id', '=', id)
    .execute()
}

/** Marks a showing as deleted, or brings it back. */
export async function writeDeletion(ctx: Change, id: number, deleted_at: Date | null): Promise<void> {
  await sql`UPDATE showings SET deleted_at = ${deleted_at}, version = version + 1 WHERE id = ${id}`.execute(ctx.db)
}

/** Forgets showings that were deleted before an instant. */
export async function purgeShowings(ctx: Change, before: Date): Promise<void> {
  await sql`DELETE FROM showings WHERE deleted_at < ${before}`.execute(ctx.db)
}

/** How many showings are still to come with the leads of an agent. */
export async function comingShowingsOf({ db, now }: QueryContext, agentId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM showings s JOIN leads l ON l.id = s.lead_id AND l.deleted_at IS NULL
    WHERE l.agent_id = ${agentId} AND s.deleted_at IS NULL AND s.ends_at > ${now}
      AND s.status IN ('requested', 'confirmed')`.execute(db)
  return rows[0]?.count ?? 0
}
