import { type RawBuilder, sql } from 'kysely'
import type { QueryContext } from '../../../../platform/server/context.ts'
import { escapeLike } from '../../../../platform/server/database/like.ts'
import type { Row, RowAs } from '../../../../platform/server/database/rows.ts'
import type { Building, Listing } from '../../contract.ts'

/** A home as its answer columns are read. */
export type ListingRow = RowAs<'listings', Listing, 'price' | 'address'>

type BuildingRow = RowAs<'buildings', Building>

/** The columns of `listings l` as answers show them: dollars, and the unit before the street. */
export const listingColumns: RawBuilder<unknown> = sql`
  l.id, l.mls_number, l.status, l.offer, l.property_type, round(l.price / 100.0)::bigint AS price,
  coalesce(l.unit || ' - ', '') || l.address AS address, l.city, l.neighbourhood, l.postal_code, l.building_id, l.beds,
  l.beds_plus, l.baths, l.sqft, l.description, l.photo_base_url, l.photo_count, l.brokerage, l.lat, l.lng, l.listed_at, l.modified_at`

/** One home by its MLS number, with its prices, oldest first; `null` when there is none. */
export async function listingByNumber(
  { db }: QueryContext,
  mls: string,
): Promise<(Listing & { prices: { since: string; price: number }[]; photos: string[] }) | null> {
  const { rows } = await sql<ListingRow>`SELECT ${listingColumns} FROM listings l WHERE l.mls_number = ${mls}`.execute(
    db,
  )
  const [listing] = rows
  if (!listing) return null
  const prices = await sql<Pick<Row<'listing_prices'>, 'since'> & { price: number }>`
    SELECT since, round(price / 100.0)::bigint AS price FROM listing_prices
    WHERE listing_id = ${listing.id} ORDER BY since`.execute(db)
  return { ...listing, prices: prices.rows, photos: await captionsOf({ db }, listing.id) }
}

/** What is said of each photo of a home, in their order. */
export async function captionsOf({ db }: Pick<QueryContext, 'db'>, listingId: number): Promise<string[]> {
  const { rows } = await sql<Pick<Row<'listing_photos'>, 'caption'>>`
    SELECT caption FROM listing_photos WHERE listing_id = ${listingId} ORDER BY n`.execute(db)
  return rows.map(({ caption }) => caption)
}

/** Homes by their ids, in no order. */
export async function listingsByIds({ db }: QueryContext, ids: readonly number[]): Promise<Listing[]> {
  const { rows } = await sql<ListingRow>`
    SELECT ${listingColumns} FROM listings l WHERE l.id = ANY(${[...ids]}::int[])`.execute(db)
  return rows
}

const pattern = (text: string) => `%${escapeLike(text.trim())}%`

/** Homes whose number, address or place holds the words; those on the market first. */
export async function foundListings({ db }: QueryContext, text: string, limit: number): Promise<Listing[]> {
  if (text.trim().length < 3) return []
  const { rows } = await sql<ListingRow>`
    SELECT ${listingColumns} FROM listings l WHERE l.search_text LIKE folded(${pattern(text)})
    ORDER BY l.status = 'active' DESC, l.listed_at DESC, l.id DESC LIMIT ${limit}`.execute(db)
  return rows
}

const MAX_BUILDINGS = 20

/** Buildings whose name or address holds the words; those with most homes on the market first. */
export async function foundBuildings({ db }: QueryContext, text: string): Promise<Building[]> {
  const { rows } = await sql<BuildingRow>`
    SELECT b.id, b.name, b.address, b.city FROM buildings b WHERE b.search_text LIKE folded(${pattern(text)})
    ORDER BY (SELECT count(*) FROM listings l WHERE l.building_id = b.id AND l.status = 'active') DESC, b.name, b.id
    LIMIT ${MAX_BUILDINGS}`.execute(db)
  return rows
}

/** Buildings by their ids. */
export async function buildingsByIds({ db }: QueryContext, ids: readonly number[]): Promise<Building[]> {
  const { rows } = await sql<BuildingRow>`
    SELECT id, name, address, city FROM buildings WHERE id = ANY(${[...ids]}::int[]) ORDER BY name, id`.execute(db)
  return rows
}
