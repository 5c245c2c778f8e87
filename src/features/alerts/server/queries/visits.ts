import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import type { Listing } from '../../../listings/contract.ts'
import { type ListingRow, listingColumns } from '../../../listings/server/queries/listings.ts'

/** Looking again within this time is the same visit. */
const SAME_VISIT = '30 minutes'

/** Notes that a lead looks at a home; false when they only look again. */
export async function recordView(ctx: Change, leadId: number, listingId: number): Promise<boolean> {
  const { rows } = await sql<Pick<Row<'listing_visits'>, 'lead_id'>>`
    INSERT INTO listing_visits AS v (lead_id, listing_id, last_viewed_at) VALUES (${leadId}, ${listingId}, ${ctx.now})
    ON CONFLICT (lead_id, listing_id) DO UPDATE SET last_viewed_at = excluded.last_viewed_at
      WHERE v.last_viewed_at IS NULL OR v.last_viewed_at < excluded.last_viewed_at - ${SAME_VISIT}::interval
    RETURNING lead_id`.execute(ctx.db)
  return rows.length > 0
}

/** Keeps a home among the lead's favourites; false when it was there. */
export async function addFavourite(ctx: Change, leadId: number, listingId: number): Promise<boolean> {
  const { rows } = await sql<Pick<Row<'listing_visits'>, 'lead_id'>>`
    INSERT INTO listing_visits AS v (lead_id, listing_id, favourite_at) VALUES (${leadId}, ${listingId}, ${ctx.now})
    ON CONFLICT (lead_id, listing_id) DO UPDATE SET favourite_at = excluded.favourite_at WHERE v.favourite_at IS NULL
    RETURNING lead_id`.execute(ctx.db)
  return rows.length > 0
}

/** Takes a home out of the favourites; false when it was none. */
export async function removeFavourite(ctx: Change, leadId: number, listingId: number): Promise<boolean> {
  const rows = await ctx.db
    .updateTable('listing_visits')
    .set({ favourite_at: null })
    .where('lead_id', '=', leadId)
    .where('listing_id', '=', listingId)
    .where('favourite_at', 'is not', null)
    .returning('lead_id')
    .execute()
  return rows.length > 0
}

/** Whether a home is among the lead's favourites. */
export async function isFavourite({ db }: QueryContext, leadId: number, listingId: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    SELECT EXISTS (SELECT FROM listing_visits WHERE lead_id = ${leadId} AND listing_id = ${listingId}
                   AND favourite_at IS NOT NULL) AS found`.execute(db)
  return rows[0]?.found ?? false
}

/** Of each kind. */
const MAX_FAVOURITES = 100

/** The favourites of a lead, newest first: those on the market, and those that are not any more. */
export async function favouritesOf(
  ctx: QueryContext,
  leadId: number,
): Promise<{ favourite_listings: Listing[]; favourite_archive_listings: Listing[] }> {
  const { rows } = await sql<ListingRow>`
    SELECT ${listingColumns} FROM (
      SELECT v.listing_id, v.favourite_at, row_number() OVER (
        PARTITION BY h.status = 'active' ORDER BY v.favourite_at DESC, v.listing_id) AS place
      FROM listing_visits v JOIN listings h ON h.id = v.listing_id
      WHERE v.lead_id = ${leadId} AND v.favourite_at IS NOT NULL) v
    JOIN listings l ON l.id = v.listing_id
    WHERE v.place <= ${MAX_FAVOURITES} ORDER BY v.favourite_at DESC, l.id`.execute(ctx.db)
  const isOnMarket = ({ status }: Listing) => status === 'active'
  return {
    favourite_listings: rows.filter(isOnMarket),
    favourite_archive_listings: rows.filter(listing => !isOnMarket(listing)),
  }
}
