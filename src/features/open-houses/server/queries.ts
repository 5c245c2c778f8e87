import { sql } from 'kysely'
import { instantCursors, pageOf, windowOf } from '../../../platform/server/calls/page.ts'
import type { Change, QueryContext, Viewer } from '../../../platform/server/context.ts'
import type { Row } from '../../../platform/server/database/rows.ts'
import { notFound } from '../../../platform/server/errors.ts'
import type { Page, PageInput } from '../../../platform/wire/page.ts'
import { openableLeads } from '../../leads/server/queries/filters.ts'
import { visibleLeads } from '../../leads/server/queries/leads.ts'
import type { OpenHouse, OpenHouseVisitor } from '../contract.ts'

/** An open house as it is stored, with its host and how many came. */
export type StoredOpenHouse = Omit<OpenHouse, 'token'> & Pick<Row<'open_houses'>, 'sealed_token'>

const columns = sql`h.id, h.listing_id, h.starts_at, h.ends_at, h.cancelled_at IS NOT NULL AS is_cancelled, h.sealed_token, h.version,
  (SELECT jsonb_build_object('id', a.id, 'name', trim(u.first_name || ' ' || u.last_name))
   FROM agents a JOIN users u ON u.id = a.user_id WHERE a.id = h.host_agent_id) AS host,
  (SELECT count(*) FROM open_house_visitors v WHERE v.open_house_id = h.id)::int AS visitor_count`

/** The open houses of a home, the latest first. */
export async function pageOfOpenHouses(
  { db }: QueryContext,
  listingId: number,
  asked: PageInput,
): Promise<Page<StoredOpenHouse>> {
  const { offset, limit } = windowOf(asked)
  const before = asked.cursor ? instantCursors.read(asked.cursor) : null
  const { rows } = await sql<StoredOpenHouse>`
    SELECT ${columns} FROM open_houses h WHERE h.listing_id = ${listingId}
      ${before ? sql`AND (h.starts_at, h.id) < (${before.at}::timestamptz, ${before.id})` : sql``}
    ORDER BY h.starts_at DESC, h.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM open_houses WHERE listing_id = ${listingId}`.execute(db)
  return pageOf(rows, {
    asked,
    total: counted[0]?.total ?? 0,
    isEstimate: false,
    cursorAfter: ({ starts_at, id }) => instantCursors.write({ at: starts_at, id }),
  })
}

/** An open house by its id. */
export async function requireOpenHouse({ db }: QueryContext, id: number): Promise<StoredOpenHouse> {
  const { rows } = await sql<StoredOpenHouse>`SELECT ${columns} FROM open_houses h WHERE h.id = ${id}`.execute(db)
  if (!rows[0]) throw notFound('open house')
  return rows[0]
}

/** The same, locked for a change. */
export async function lockOpenHouse(ctx: Change, id: number): Promise<StoredOpenHouse> {
  await sql`SELECT FROM open_houses WHERE id = ${id} FOR UPDATE`.execute(ctx.db)
  return requireOpenHouse(ctx, id)
}

/** The open house whose link ends in a token; `null` when none does, or none any more. */
export async function openHouseOfToken({ db }: QueryContext, hash: Buffer): Promise<StoredOpenHouse | null> {
  const { rows } = await sql<StoredOpenHouse>`
    SELECT ${columns} FROM open_houses h WHERE h.token_hash = ${hash}`.execute(db)
  return rows[0] ?? null
}

/** What is written of an open house. */
export type OpenHouseColumns = Partial<
  Pick<Row<'open_houses'>, 'starts_at' | 'ends_at' | 'host_agent_id' | 'cancelled_at' | 'token_hash' | 'sealed_token'>
>

/** Stores an open house; answers its id. */
export async function insertOpenHouse(
  { db, now, author }: Change,
  columns: Pick<
    Row<'open_houses'>,
    'listing_id' | 'starts_at' | 'ends_at' | 'host_agent_id' | 'token_hash' | 'sealed_token'
  >,
): Promise<number> {
  const at = now.toISOString()
  const { id } = await db
    .insertInto('open_houses')
    .values({
      ...columns,
      author_user_id: author?.user_id ?? null,
      on_behalf_of: author?.on_behalf_of ?? null,
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Changes columns of an open house. */
export async function updateOpenHouse({ db, now }: Change, id: number, columns: OpenHouseColumns): Promise<void> {
  await db
    .updateTable('open_houses')
    .set(eb => ({ ...columns, updated_at: now.toISOString(), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Who signed in, the latest first, each with the lead as far as the viewer may open it. */
export async function pageOfVisitors(
  ctx: QueryContext & { viewer: Viewer },
  openHouseId: number,
  asked: PageInput,
): Promise<Page<OpenHouseVisitor>> {
  const { offset, limit } = windowOf(asked)
  const before = asked.cursor ? instantCursors.read(asked.cursor) : null
  const { rows } = await sql<OpenHouseVisitor>`
    SELECT v.id, v.name, v.has_agent, v.signed_at,
      (SELECT jsonb_build_object('id', leads.id, 'first_name', first_name, 'last_name', last_name) FROM leads
       WHERE leads.id = v.lead_id AND ${visibleLeads(ctx)} AND ${openableLeads(ctx.viewer) ?? sql`true`}) AS lead
    FROM open_house_visitors v WHERE v.open_house_id = ${openHouseId}
      ${before ? sql`AND (v.signed_at, v.id) < (${before.at}::timestamptz, ${before.id})` : sql``}
    ORDER BY v.signed_at DESC, v.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(ctx.db)
  const { rows: counted } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM open_house_visitors WHERE open_house_id = ${openHouseId}`.execute(ctx.db)
  return pageOf(rows, {
    asked,
    total: counted[0]?.total ?? 0,
    isEstimate: false,
    cursorAfter: ({ signed_at, id }) => instantCursors.write({ at: signed_at, id }),
  })
}

/** A visitor before the lead is known. */
export type NewVisitor = Pick<
  Row<'open_house_visitors'>,
  'open_house_id' | 'sign_in_id' | 'name' | 'has_agent' | 'signed_at'
>

/** Stores a visitor; `null` when the same sign-in came before. Of two at once the second waits for the first. */
export async function insertVisitor({ db, now }: Change, visitor: NewVisitor): Promise<number | null> {
  const added = await db
    .insertInto('open_house_visitors')
    .values({ ...visitor, created_at: now.toISOString() })
    .onConflict(conflict => conflict.column('sign_in_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return added?.id ?? null
}

/** Writes down which lead a visitor is. */
export async function setLeadOfVisitor({ db }: Change, id: number, leadId: number): Promise<void> {
  await db.updateTable('open_house_visitors').set({ lead_id: leadId }).where('id', '=', id).execute()
}
