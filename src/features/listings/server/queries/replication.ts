import { sql } from 'kysely'
import type { QueryContext } from '../../../../platform/server/context.ts'
import type { Row, RowAs } from '../../../../platform/server/database/rows.ts'
import type { ListingFeed, ListingStatus, Offer } from '../../contract.ts'
import type { ChangedListing } from '../../events.ts'

/** A listing as the feed brings it, in the product's words. */
export interface IncomingListing {
  mls_number: string
  status: ListingStatus
  offer: Offer
  property_type: string
  /** Cents. */
  price: number
  address: string
  unit: string | null
  city: string
  neighbourhood: string
  postal_code: string
  building_key: string | null
  building_name: string
  beds: number
  beds_plus: number
  baths: number
  sqft: number | null
  description: string
  brokerage: string
  lat: number | null
  lng: number | null
  listed_at: string
  modified_at: string
}

/** How far the feed was read. */
export interface FeedCursor {
  modified_at: string
  listing_key: string
}

/** The cursor of the feed; `forChange` keeps others from moving it until the transaction ends. */
export async function feedCursor(ctx: Pick<QueryContext, 'db'>, forChange = false): Promise<FeedCursor | null> {
  const { rows } = await sql<Pick<Row<'listing_feeds'>, 'modified_at' | 'listing_key'>>`
    SELECT modified_at, listing_key FROM listing_feeds WHERE name = 'mls' ${forChange ? sql`FOR UPDATE` : sql``}`.execute(
    ctx.db,
  )
  const { modified_at = null, listing_key = null } = rows[0] ?? {}
  return modified_at === null || listing_key === null ? null : { modified_at, listing_key }
}

/** Moves the cursor on. */
export async function moveCursor(
  ctx: Pick<QueryContext, 'db'>,
  { modified_at, listing_key }: FeedCursor,
): Promise<void> {
  await ctx.db.updateTable('listing_feeds').set({ modified_at, listing_key }).where('name', '=', 'mls').execute()
}

/** Remembers how a run ended. */
export async function recordRun(ctx: Pick<QueryContext, 'db' | 'now'>, problem: string | null): Promise<void> {
  if (problem === null)
    await ctx.db
      .updateTable('listing_feeds')
      .set({ read_at: ctx.now, problem: null, failed_at: null })
      .where('name', '=', 'mls')
      .execute()
  else
    await ctx.db.updateTable('listing_feeds').set({ problem, failed_at: ctx.now }).where('name', '=', 'mls').execute()
}

/** How the feed stands. */
export async function feedState({ db, config }: QueryContext): Promise<ListingFeed> {
  const { rows } = await sql<RowAs<'listing_feeds', Omit<ListingFeed, 'is_on'>>>`
    SELECT (SELECT count(*) FROM listings) AS listings, read_at, problem, failed_at
    FROM listing_feeds WHERE name = 'mls'`.execute(db)
  return {
    is_on: config.mls !== null,
    ...(rows[0] ?? { listings: 0, read_at: null, problem: null, failed_at: null }),
  }
}

/** Takes known listings off the market of which the feed says no more than that; what it said later before holds. */
export async function endListings(
  ctx: Pick<QueryContext, 'db'>,
  ended: readonly Pick<IncomingListing, 'mls_number' | 'status' | 'modified_at'>[],
): Promise<void> {
  await sql`
    UPDATE listings l SET status = given.status, modified_at = given.modified_at, version = l.version + 1
    FROM jsonb_to_recordset(${JSON.stringify(ended)}::jsonb) AS given (
      mls_number text, status text, modified_at timestamptz)
    WHERE l.mls_number = given.mls_number AND given.modified_at > l.modified_at`.execute(ctx.db)
}

/** Houses of the listings, made where they are new. */
async function ensureBuildings(ctx: Pick<QueryContext, 'db'>, rows: string): Promise<void> {
  await sql`
    INSERT INTO buildings (key, name, address, city)
    SELECT DISTINCT ON (building_key) building_key, coalesce(nullif(building_name, ''), address), address, city
    FROM jsonb_to_recordset(${rows}::jsonb) AS given (building_key text, building_name text, address text, city text)
    WHERE building_key IS NOT NULL ORDER BY building_key
    ON CONFLICT (key) DO UPDATE SET name = excluded.name WHERE buildings.name = buildings.address
      AND excluded.name <> excluded.address`.execute(ctx.db)
}

/**
 * Every area under its own name and that of its municipality, with all that lies around it; '' is the municipality itself.
 * Feeds go on saying the names of areas that were merged: under those is the area that stands for it.
 */
const areaNames = sql`
  SELECT DISTINCT ON (city, name) city, name, ids FROM (
    WITH live AS (SELECT id, name, parent_id FROM areas WHERE merged_into IS NULL),
    paths AS (
      SELECT id, name, id AS locality, ARRAY[id] AS ids FROM live WHERE parent_id IS NULL
      UNION ALL
      SELECT d.id, d.name, l.id, ARRAY[d.id, l.id] FROM live l JOIN live d ON d.parent_id = l.id WHERE l.parent_id IS NULL
      UNION ALL
      SELECT n.id, n.name, l.id, ARRAY[n.id, d.id, l.id]
      FROM live l JOIN live d ON d.parent_id = l.id JOIN live n ON n.parent_id = d.id WHERE l.parent_id IS NULL),
    cities AS (
      SELECT folded(name) AS city, locality, ids, false AS is_old FROM paths WHERE id = locality
      UNION ALL
      SELECT folded(m.name), p.locality, p.ids, true FROM areas m JOIN paths p ON p.id = m.merged_into WHERE m.type = 'locality')
    SELECT c.city, folded(p.name) AS name, p.ids, c.is_old FROM cities c JOIN paths p USING (locality) WHERE p.id <> p.locality
    UNION ALL
    SELECT c.city, folded(m.name), p.ids, true
    FROM areas m JOIN areas around ON around.id = m.parent_id
      JOIN paths place ON place.id = coalesce(around.merged_into, around.id)
      JOIN cities c ON c.locality = place.locality JOIN paths p ON p.id = m.merged_into
    UNION ALL
    SELECT city, '', ids, is_old FROM cities
  ) named ORDER BY city, name, is_old, array_length(ids, 1) DESC`

/**
 * Writes a page of listings, new and known, in a fixed number of statements. A record that is no newer than what is known
 * changes nothing, so that a page may come twice. Answers those that appeared on the market or changed their price.
 */
export async function saveListings(
  ctx: Pick<QueryContext, 'db'>,
  listings: readonly IncomingListing[],
): Promise<ChangedListing[]> {
  if (listings.length === 0) return []
  const rows = JSON.stringify(listings)
  await ensureBuildings(ctx, rows)
  const { rows: changed } = await sql<ChangedListing>`
    WITH tree AS MATERIALIZED (${areaNames}), given AS (
      -- A feed may name a listing twice on one page; what it said last holds.
      SELECT DISTINCT ON (mls_number) *, folded(city) AS city_key, folded(neighbourhood) AS neighbourhood_key
      FROM jsonb_to_recordset(${rows}::jsonb) AS g (
        mls_number text, status text, offer text, property_type text, price bigint, address text, unit text, city text,
        neighbourhood text, postal_code text, building_key text, beds int, beds_plus int, baths int, sqft int,
        description text, brokerage text, lat double precision, lng double precision,
        listed_at timestamptz, modified_at timestamptz)
      ORDER BY mls_number, modified_at DESC
    ), known AS (
      -- As they were before this statement; who writes listings holds the cursor, so nobody else does meanwhile.
      SELECT l.mls_number, l.status, l.price FROM listings l JOIN given USING (mls_number)
    ), saved AS (
      INSERT INTO listings AS l (mls_number, status, offer, property_type, price, address, unit, city, neighbourhood,
        postal_code, area_ids, building_id, beds, beds_plus, baths, sqft, description, brokerage, lat, lng,
        listed_at, modified_at)
      SELECT g.mls_number, g.status, g.offer, g.property_type, g.price, g.address, g.unit, g.city, g.neighbourhood,
        g.postal_code, coalesce(place.ids, whole.ids, '{}'), b.id, g.beds, g.beds_plus, g.baths, g.sqft, g.description,
        g.brokerage, g.lat, g.lng, g.listed_at, g.modified_at
      FROM given g
      LEFT JOIN buildings b ON b.key = g.building_key
      LEFT JOIN tree place ON place.city = g.city_key AND place.name = g.neighbourhood_key AND place.name <> ''
      LEFT JOIN tree whole ON whole.city = g.city_key AND whole.name = ''
      ON CONFLICT (mls_number) DO UPDATE SET
        status = excluded.status, offer = excluded.offer, property_type = excluded.property_type, price = excluded.price,
        address = excluded.address, unit = excluded.unit, city = excluded.city, neighbourhood = excluded.neighbourhood,
        postal_code = excluded.postal_code, area_ids = excluded.area_ids, building_id = excluded.building_id,
        beds = excluded.beds, beds_plus = excluded.beds_plus, baths = excluded.baths, sqft = excluded.sqft,
        description = excluded.description, brokerage = excluded.brokerage,
        lat = excluded.lat, lng = excluded.lng, listed_at = excluded.listed_at, modified_at = excluded.modified_at,
        version = l.version + 1
      WHERE excluded.modified_at > l.modified_at
      RETURNING l.id, l.mls_number, l.status, l.price, l.modified_at
    ), priced AS (
      INSERT INTO listing_prices (listing_id, since, price)
      SELECT saved.id, saved.modified_at, saved.price FROM saved LEFT JOIN known USING (mls_number)
      WHERE known.price IS DISTINCT FROM saved.price
      ON CONFLICT (listing_id, since) DO UPDATE SET price = excluded.price
    )
    SELECT saved.id, saved.price, CASE WHEN known.status = 'active' THEN known.price END AS price_before
    FROM saved LEFT JOIN known USING (mls_number)
    WHERE saved.status = 'active' AND (known.status IS DISTINCT FROM 'active' OR known.price <> saved.price)
    ORDER BY saved.id`.execute(ctx.db)
  return changed
}
