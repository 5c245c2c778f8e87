import { type RawBuilder, sql } from 'kysely'
import type { Author, Change, QueryContext, Viewer } from '../../../platform/server/context.ts'
import { escapeLike } from '../../../platform/server/database/like.ts'
import type { Row } from '../../../platform/server/database/rows.ts'
import { notFound } from '../../../platform/server/errors.ts'
import {
  type BrokerageFilters,
  type BrokerageListing,
  type BrokerageListingDetail,
  type BrokeragePhoto,
  type BrokerageTab,
  DEFAULT_SORT,
} from '../contract.ts'

type Asking = QueryContext & { viewer: Viewer }
type Condition = RawBuilder<unknown>

/** Roles whose holders work on every listing of the brokerage. */
const office: readonly string[] = ['admin', 'super_admin', 'deals_admin', 'front_desk']

/** Whether somebody works on the listings of all agents. */
export const worksForAll = ({ roles }: Viewer): boolean => roles.some(role => office.includes(role))

/** Whether the viewer may change a home `b`: its agent, whoever leads them, and the office may. */
const mayChange = ({ viewer }: Asking): Condition =>
  worksForAll(viewer) ? sql`true` : sql`coalesce(b.agent_id = ANY(${[...viewer.reach]}::int[]), false)`

/** With the unit in front. */
const address = sql`CASE WHEN b.unit = '' THEN '' ELSE b.unit || ' – ' END || b.street_number || ' ' || b.street_name`
/** The first photo of its own. */
const cover = sql`(SELECT jsonb_build_object('id', f.id, 'file_name', f.file_name, 'caption', f.caption)
   FROM brokerage_listing_photos f WHERE f.listing_id = b.id ORDER BY f.position, f.id LIMIT 1)`

const columnsFor = (ctx: Asking): Condition => sql`
  b.id, b.mls_number, b.status, b.offer, b.property_type, round(b.price / 100.0)::bigint AS price,
  (SELECT round(p.price / 100.0)::bigint FROM brokerage_listing_prices p WHERE p.listing_id = b.id AND p.price <> b.price
   ORDER BY p.since DESC LIMIT 1) AS price_before,
  ${address} AS address,
  b.street_number, b.street_name, b.unit, b.city, b.province, b.postal_code, b.neighbourhood, b.beds, b.beds_plus, b.baths,
  b.sqft, b.lot, b.parking, round(b.taxes / 100.0)::bigint AS taxes, b.description,
  (SELECT jsonb_build_object('id', a.id, 'name', trim(u.first_name || ' ' || u.last_name))
   FROM agents a JOIN users u ON u.id = a.user_id WHERE a.id = b.agent_id) AS agent,
  coalesce(b.lat, m.lat) AS lat, coalesce(b.lng, m.lng) AS lng, to_char(b.listed_on, 'YYYY-MM-DD') AS listed_on,
  ${cover} AS cover,
  (SELECT count(*) FROM brokerage_listing_photos f WHERE f.listing_id = b.id)::int AS photo_count,
  m.photo_base_url AS mls_photo_base, coalesce(m.photo_count, 0) AS mls_photo_count,
  ${mayChange(ctx)} AS may_change, b.created_at, b.updated_at, b.version`

const source = sql`brokerage_listings b LEFT JOIN listings m ON m.mls_number = b.mls_number`

const tabConditions: Readonly<Record<Exclude<BrokerageTab, 'mine'>, Condition>> = {
  all: sql`true`,
  coming_soon: sql`b.status = 'coming_soon'`,
  active: sql`b.status = 'active'`,
  under_contract: sql`b.status = 'conditional'`,
  done: sql`b.status IN ('sold', 'leased')`,
}

const tabCondition = (tab: BrokerageTab, { viewer }: Asking): Condition =>
  tab === 'mine' ? sql`b.agent_id IS NOT NULL AND b.agent_id = ${viewer.agent_id}` : tabConditions[tab]

function filterCondition({ offer, priceFrom, priceTo, search }: BrokerageFilters): Condition {
  const conditions = [
    offer && sql`b.offer = ${offer}`,
    priceFrom !== undefined && sql`b.price >= ${priceFrom * 100}::bigint`,
    priceTo !== undefined && sql`b.price <= ${priceTo * 100}::bigint`,
    search && sql`b.search_text LIKE folded(${`%${escapeLike(search)}%`})`,
  ].flatMap(condition => condition || [])
  return conditions.length > 0 ? sql.join(conditions, sql` AND `) : sql`true`
}

const sortColumns = {
  updated_at: { column: sql`b.updated_at`, type: sql`timestamptz` },
  price: { column: sql`b.price`, type: sql`bigint` },
  listed_on: { column: sql`b.listed_on`, type: sql`date` },
} as const

/** Where a page of homes ended: the text of what they are sorted by, which not every home has, and the id. */
export interface ListingPlace {
  key: string | null
  id: number
}

/** The homes behind a place: those without the key come last, and of the same key the newest comes first. */
function beyond({ key, id }: ListingPlace, { column, type }: { column: Condition; type: Condition }, isDown: boolean) {
  if (key === null) return sql`${column} IS NULL AND b.id < ${id}`
  const stored = sql`${key}::${type}`
  return sql`(${column} ${isDown ? sql`<` : sql`>`} ${stored} OR ${column} IS NULL OR (${column} = ${stored} AND b.id < ${id}))`
}

/** The homes that fit, in their order, each with the text of what it is sorted by. */
export async function foundListings(
  ctx: Asking,
  filters: BrokerageFilters,
  { offset, limit, after }: { offset: number; limit: number; after: ListingPlace | null },
): Promise<(BrokerageListing & { sort_key: string | null })[]> {
  const { tab = 'all', sort = DEFAULT_SORT } = filters
  const isDown = sort.startsWith('-')
  const sorted = sortColumns[sort.replace('-', '') as keyof typeof sortColumns]
  const { rows } = await sql<BrokerageListing & { sort_key: string | null }>`
    SELECT ${columnsFor(ctx)}, ${sorted.column}::text AS sort_key FROM ${source}
    WHERE ${tabCondition(tab, ctx)} AND ${filterCondition(filters)} AND ${after ? beyond(after, sorted, isDown) : sql`true`}
    ORDER BY ${sorted.column} ${isDown ? sql`DESC` : sql`ASC`} NULLS LAST, b.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(
    ctx.db,
  )
  return rows
}

/** How many homes each tab has, under the same filters. */
export async function tabCounts(ctx: Asking, filters: BrokerageFilters): Promise<Record<BrokerageTab, number>> {
  const counted = (tab: BrokerageTab) => sql`count(*) FILTER (WHERE ${tabCondition(tab, ctx)})::int`
  const { rows } = await sql<Record<BrokerageTab, number>>`
    SELECT count(*)::int AS "all", ${counted('coming_soon')} AS coming_soon, ${counted('active')} AS active,
           ${counted('under_contract')} AS under_contract, ${counted('done')} AS done, ${counted('mine')} AS mine
    FROM brokerage_listings b WHERE ${filterCondition(filters)}`.execute(ctx.db)
  const [counts] = rows
  if (!counts) throw new Error('A count answers one row.')
  return counts
}

/** A home with its photos and prices. */
export async function requireListing(ctx: Asking, id: number): Promise<BrokerageListingDetail> {
  const { rows } = await sql<BrokerageListing & { owner: string }>`
    SELECT ${columnsFor(ctx)}, b.owner FROM ${source} WHERE b.id = ${id}`.execute(ctx.db)
  const [row] = rows
  if (!row) throw notFound('listing')
  const photos = await photosOf(ctx, id)
  const prices = await sql<{ since: string; price: number }>`
    SELECT since, round(price / 100.0)::bigint AS price FROM brokerage_listing_prices
    WHERE listing_id = ${id} ORDER BY since`.execute(ctx.db)
  return { ...row, owner: row.may_change ? row.owner : '', photos, prices: prices.rows }
}

/** A home as people without an account see it. */
export type PublicListing = Pick<
  BrokerageListing,
  'address' | 'neighbourhood' | 'city' | 'property_type' | 'offer' | 'mls_number' | 'cover' | 'mls_photo_base'
>

/** A home of which anybody may know, such as one that is open to visitors. */
export async function publicListing({ db }: QueryContext, id: number): Promise<PublicListing> {
  const { rows } = await sql<PublicListing>`
    SELECT ${address} AS address, b.neighbourhood, b.city, b.property_type, b.offer, b.mls_number, ${cover} AS cover,
      m.photo_base_url AS mls_photo_base
    FROM ${source} WHERE b.id = ${id}`.execute(db)
  if (!rows[0]) throw notFound('listing')
  return rows[0]
}

/** The photos of a home, the cover first. */
export async function photosOf({ db }: QueryContext, listingId: number): Promise<BrokeragePhoto[]> {
  const { rows } = await sql<BrokeragePhoto>`
    SELECT id, file_name, caption FROM brokerage_listing_photos WHERE listing_id = ${listingId} ORDER BY position, id`.execute(
    db,
  )
  return rows
}

/** A home locked for a change, and whether the viewer may make it. */
export async function lockListing(
  ctx: Change & { viewer: Viewer },
  id: number,
): Promise<{ version: number; price: number; may_change: boolean }> {
  const { rows } = await sql<{ version: number; price: number; may_change: boolean }>`
    SELECT b.version, b.price, ${mayChange(ctx)} AS may_change FROM brokerage_listings b WHERE b.id = ${id} FOR UPDATE`.execute(
    ctx.db,
  )
  if (!rows[0]) throw notFound('listing')
  return rows[0]
}

/** Columns that are written; money in cents. */
export type ListingColumns = Partial<
  Omit<
    Row<'brokerage_listings'>,
    'id' | 'version' | 'created_at' | 'updated_at' | 'author_user_id' | 'on_behalf_of' | 'search_text'
  >
>

/** Stores a home; answers its id. */
export async function insertListing({ db, now }: Change, columns: object, author: Author | null): Promise<number> {
  const record = JSON.stringify({
    ...columns,
    author_user_id: author?.user_id ?? null,
    on_behalf_of: author?.on_behalf_of ?? null,
    created_at: now,
    updated_at: now,
  })
  const names = sql.join(Object.keys(JSON.parse(record)).map(name => sql.ref(name)))
  const { rows } = await sql<{ id: number }>`
    INSERT INTO brokerage_listings (${names})
    SELECT ${names} FROM jsonb_populate_record(NULL::brokerage_listings, ${record}::jsonb) RETURNING id`.execute(db)
  return rows[0]?.id ?? 0
}

/** Changes columns of a home. */
export async function updateListing({ db, now }: Change, id: number, columns: ListingColumns): Promise<void> {
  await db
    .updateTable('brokerage_listings')
    .set(eb => ({ ...columns, updated_at: now.toISOString(), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Puts a price into the history; the later of two in the same moment counts. */
export async function insertPrice({ db, now }: Change, listingId: number, cents: number): Promise<void> {
  await sql`
    INSERT INTO brokerage_listing_prices (listing_id, since, price) VALUES (${listingId}, ${now}, ${cents})
    ON CONFLICT (listing_id, since) DO UPDATE SET price = excluded.price`.execute(db)
}

/** Adds photos behind those that are there; one that is there already stays where it is. */
export async function insertPhotos(
  { db, now }: Change,
  listingId: number,
  fileNames: readonly string[],
): Promise<void> {
  await sql`
    INSERT INTO brokerage_listing_photos (listing_id, position, file_name, created_at)
    SELECT ${listingId}, last + place, name, ${now}
    FROM (SELECT coalesce(max(position), 0) AS last FROM brokerage_listing_photos WHERE listing_id = ${listingId}) before,
         unnest(${[...fileNames]}::text[]) WITH ORDINALITY AS given (name, place)
    ON CONFLICT (listing_id, file_name) DO NOTHING`.execute(db)
}

/** Puts photos into an order; those that are not named stand behind. */
export async function orderPhotos({ db }: Change, listingId: number, ids: readonly number[]): Promise<void> {
  await sql`
    UPDATE brokerage_listing_photos f SET position = coalesce(array_position(${[...ids]}::int[], f.id), 1000 + f.position)
    WHERE f.listing_id = ${listingId}`.execute(db)
}

/** Takes a photo away; answers whether it was there. */
export async function deletePhoto({ db }: Change, listingId: number, photoId: number): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM brokerage_listing_photos WHERE listing_id = ${listingId} AND id = ${photoId} RETURNING id`.execute(db)
  return rows.length > 0
}

/** Those of the files that a home still shows. */
export async function photosInUse({ db }: QueryContext, fileNames: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ file_name: string }>`
    SELECT DISTINCT file_name FROM brokerage_listing_photos WHERE file_name = ANY(${[...fileNames]}::text[])`.execute(
    db,
  )
  return rows.map(({ file_name }) => file_name)
}

/**
 * The newest home of the brokerage with an MLS number, as the form of a deal begins with it; its owner for those who may
 * change the home, as everywhere.
 */
export async function addressByMls(ctx: Asking, mls: string): Promise<ListingAddressRow | null> {
  const { rows } = await sql<ListingAddressRow>`
    SELECT b.street_number, b.street_name, b.unit AS unit_number, b.city, b.province, b.postal_code,
      CASE WHEN ${mayChange(ctx)} THEN b.owner ELSE '' END AS owner
    FROM brokerage_listings b WHERE b.mls_number = ${mls} ORDER BY b.created_at DESC, b.id DESC LIMIT 1`.execute(ctx.db)
  return rows[0] ?? null
}

/** Where a home is, and whose it is. */
export type ListingAddressRow = Pick<
  Row<'brokerage_listings'>,
  'street_number' | 'street_name' | 'city' | 'province' | 'postal_code' | 'owner'
> & { unit_number: string }

/** The agents of a listing that is on the market, the newest record first. */
export async function agentsOfListing(ctx: QueryContext, mlsNumber: string): Promise<number[]> {
  const { rows } = await sql<{ agent_id: number }>`
    SELECT agent_id FROM brokerage_listings
    WHERE mls_number = ${mlsNumber} AND agent_id IS NOT NULL AND status IN ('coming_soon', 'active', 'conditional')
    ORDER BY id DESC`.execute(ctx.db)
  return rows.map(({ agent_id }) => agent_id)
}
