import { sql } from 'kysely'
import type { QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import type { Listing } from '../../../listings/contract.ts'
import { type ListingRow, listingColumns } from '../../../listings/server/queries/listings.ts'
import type { ViewedHome } from '../../../milestones/server/queries.ts'
import type { KnownLead } from '../../rules/proposal.ts'

interface KnownRow extends Pick<Row<'leads'>, 'first_name' | 'roles' | 'area_ids'> {
  stated_min: number
  stated_max: number
  searched_min: number
  searched_max: number
}

/** What the record of a lead, whom the caller has checked, says of the home that they look for. */
export async function knownInterest(
  { db }: QueryContext,
  leadId: number,
): Promise<KnownLead & Pick<Row<'leads'>, 'first_name'>> {
  const dollars = (column: string) => sql`(coalesce(${sql.ref(column)}, 0) / 100)::bigint`
  const { rows } = await sql<KnownRow>`
    SELECT first_name, roles, area_ids, ${dollars('stated_price_min')} AS stated_min,
      ${dollars('stated_price_max')} AS stated_max, ${dollars('searches_price_min')} AS searched_min,
      ${dollars('searches_price_max')} AS searched_max
    FROM leads WHERE id = ${leadId}`.execute(db)
  const [row] = rows
  return {
    first_name: row?.first_name ?? '',
    roles: row?.roles ?? [],
    area_ids: row?.area_ids ?? [],
    stated: { min: row?.stated_min ?? 0, max: row?.stated_max ?? 0 },
    searched: { min: row?.searched_min ?? 0, max: row?.searched_max ?? 0 },
  }
}

/** A home that a lead looked at or keeps, with its most exact known area. */
export type InterestingHome = Listing & { area_id: number | null }

/** The homes that a lead looked at, most often first, and those that they keep. */
export async function interestingHomes(
  { db }: QueryContext,
  leadId: number,
  viewed: readonly ViewedHome[],
): Promise<InterestingHome[]> {
  const { rows } = await sql<ListingRow & Pick<InterestingHome, 'area_id'>>`
    WITH viewed AS (
      SELECT listing_id, place FROM unnest(${viewed.map(({ listing_id }) => listing_id)}::bigint[])
        WITH ORDINALITY AS given (listing_id, place)
    ), saved AS (
      SELECT listing_id FROM listing_visits WHERE lead_id = ${leadId} AND favourite_at IS NOT NULL
      ORDER BY favourite_at DESC LIMIT 100)
    SELECT ${listingColumns}, l.area_ids[1] AS area_id FROM listings l LEFT JOIN viewed ON viewed.listing_id = l.id
    WHERE l.id IN (SELECT listing_id FROM viewed UNION SELECT listing_id FROM saved)
    ORDER BY viewed.place, l.id`.execute(db)
  return rows
}
