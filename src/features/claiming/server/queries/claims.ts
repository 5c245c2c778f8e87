import { sql } from 'kysely'
import { instantCursors, pageOf, windowOf } from '../../../../platform/server/calls/page.ts'
import type { Change, QueryContext, ReadContext } from '../../../../platform/server/context.ts'
import type { Row, RowAs } from '../../../../platform/server/database/rows.ts'
import type { Page, PageInput } from '../../../../platform/wire/page.ts'
import { rolesString } from '../../../leads/rules.ts'
import { listed } from '../../../leads/server/queries/filters.ts'
import { placesOf } from '../../../leads/server/queries/places.ts'
import { homeModels, milestoneType } from '../../../milestones/rules.ts'
import type { ClaimedFromPool, PooledLeadDetails } from '../../contract.ts'
import { areaNames } from './pool.ts'

/** Leads without an upper price have one in the table that no home costs. */
const UNLIMITED = 9_000_000_000_000_000

const dollarsOf = (cents: number | null): number | null =>
  !cents || cents >= UNLIMITED ? null : Math.round(cents / 100)

type ClaimedRow = Pick<Row<'leads'>, 'id' | 'first_name' | 'last_name' | 'status_value' | 'price_max' | 'area_ids'> &
  RowAs<'leads', { roles: string[] }, 'roles'> & { claimed_at: string }

/** What the viewer took out of the pool and still has, the latest first. */
export async function claimedPage(ctx: ReadContext, asked: PageInput): Promise<Page<ClaimedFromPool>> {
  const { limit, offset } = windowOf(asked)
  const before = asked.cursor ? instantCursors.read(asked.cursor) : null
  const claims = sql`
    SELECT lead_id, max(claimed_at) AS taken_at FROM lead_claims WHERE agent_id = ${ctx.viewer.agent_id} GROUP BY lead_id`
  const own = sql`(${claims}) c JOIN leads ON leads.id = c.lead_id AND leads.agent_id = ${ctx.viewer.agent_id} AND ${listed}`
  const from = before ? sql`WHERE (taken_at, id) < (${before.at}::timestamptz, ${before.id})` : sql``
  const { rows } = await sql<ClaimedRow>`
    SELECT id, first_name, last_name, status_value, price_max, area_ids, roles, taken_at AS claimed_at
    FROM ${own} ${from} ORDER BY taken_at DESC, id DESC LIMIT ${limit} OFFSET ${offset}`.execute(ctx.db)
  const { rows: counted } = await sql<{ total: number }>`SELECT count(*)::int AS total FROM ${own}`.execute(ctx.db)
  const places = await placesOf(ctx)
  return pageOf(
    rows.map(({ area_ids, roles, price_max, ...lead }) => {
      const { primary, rest } = areaNames(places, area_ids)
      return {
        ...lead,
        roles_string: rolesString(roles),
        price_max: dollarsOf(price_max),
        primary_areas: primary,
        more_areas: rest.length,
      }
    }),
    {
      asked,
      total: counted[0]?.total ?? 0,
      cursorAfter: ({ claimed_at, id }) => instantCursors.write({ at: claimed_at, id }),
    },
  )
}

/** Homes that are shown of those that a lead looked at. */
const MAX_VIEWED = 6

/** The homes that a lead looked at most lately. */
export async function viewedHomes({ db }: QueryContext, leadId: number): Promise<PooledLeadDetails['viewed']> {
  const { rows } = await sql<RowAs<'listings', PooledLeadDetails['viewed'][number], 'address' | 'price'>>`
    SELECT h.id, coalesce(h.unit || ' – ', '') || h.address AS address, round(h.price / 100.0)::int AS price, h.beds,
      h.property_type, seen.times
    FROM (SELECT model_id, count(*)::int AS times, max(happened_at) AS last FROM milestones
          WHERE lead_id = ${leadId} AND milestone_type_id = ${milestoneType.propertyViewed} AND deleted_at IS NULL
            AND model_type = ANY (${[...homeModels]}::text[]) GROUP BY model_id) seen
    JOIN listings h ON h.id = seen.model_id ORDER BY seen.last DESC, h.id LIMIT ${MAX_VIEWED}`.execute(db)
  return rows
}

/** Remembers who took leads out of the pool. */
export async function insertClaims(
  { db, now }: Change,
  claims: readonly { id: number; agent_id: number }[],
  by: Row<'lead_claims'>['by'],
): Promise<void> {
  await sql`
    INSERT INTO lead_claims (lead_id, agent_id, claimed_at, by)
    SELECT lead_id, agent_id, ${now}, ${by}
    FROM unnest(${claims.map(({ id }) => id)}::int[], ${claims.map(({ agent_id }) => agent_id)}::int[]) AS t (lead_id, agent_id)`.execute(
    db,
  )
}

/** Whether an agent hears of leads that land in the pool. */
export async function hasNotices({ db, viewer }: ReadContext): Promise<boolean> {
  const { rows } = await sql`SELECT FROM claim_notices WHERE agent_id = ${viewer.agent_id}`.execute(db)
  return rows.length > 0
}

/** Turns that on or off. */
export async function storeNotices({ db, now }: Change, agentId: number, on: boolean): Promise<void> {
  if (on)
    await sql`INSERT INTO claim_notices (agent_id, since) VALUES (${agentId}, ${now}) ON CONFLICT DO NOTHING`.execute(
      db,
    )
  else await sql`DELETE FROM claim_notices WHERE agent_id = ${agentId}`.execute(db)
}
