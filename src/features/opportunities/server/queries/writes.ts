import { sql } from 'kysely'
import type { Change, Viewer } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import { notFound } from '../../../../platform/server/errors.ts'
import { opportunityType } from '../../rules/opportunityTypes.ts'
import type { Raised } from '../../rules/raise.ts'

const isOpen = sql`hidden_at IS NULL AND closed_at IS NULL`

type Written = Pick<Row<'opportunities'>, 'id' | 'lead_id' | 'opportunity_type_id'> & { is_new: boolean }

/**
 * Writes what arose: one open opportunity for a lead and type, which a repeat refreshes. An event that arrives late neither moves it
 * back nor says again what is old. The caller gives at most one for each lead and type.
 */
export async function writeRaised(ctx: Change, raised: readonly Raised[]): Promise<Written[]> {
  const given = raised.map(({ at, ...rest }) => ({ ...rest, at: at.toISOString() }))
  const { rows } = await sql<Written>`
    INSERT INTO opportunities AS o (lead_id, opportunity_type_id, facts, link, created_at)
    SELECT lead_id, opportunity_type_id, facts, link, least(at, ${ctx.now})
    FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      AS given (lead_id int, opportunity_type_id smallint, facts jsonb, link text, at timestamptz)
    ORDER BY lead_id, opportunity_type_id
    ON CONFLICT (lead_id, opportunity_type_id) WHERE ${isOpen} DO UPDATE
      SET facts = excluded.facts, link = excluded.link, created_at = excluded.created_at
      WHERE excluded.created_at >= o.created_at
    RETURNING id, lead_id, opportunity_type_id, xmax = 0 AS is_new`.execute(ctx.db)
  return rows
}

/** Counts the homes that leads who just came back looked at since; it is said beside how long they were away. */
export async function countHomes(ctx: Change, counts: readonly { lead_id: number; homes: number; since: Date }[]) {
  await sql`
    UPDATE opportunities o SET facts = o.facts || jsonb_build_object('homes', given.homes)
    FROM jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) AS given (lead_id int, homes int, since timestamptz)
    WHERE o.lead_id = given.lead_id AND o.opportunity_type_id = ${opportunityType.backToSite} AND ${isOpen}
      AND o.created_at >= given.since`.execute(ctx.db)
}

type OpenReturn = Pick<Row<'opportunities'>, 'lead_id'> & { created_at: string }

/** Leads of these who came back since then. */
export async function openReturns(ctx: Change, leadIds: readonly number[], since: Date): Promise<OpenReturn[]> {
  const { rows } = await sql<OpenReturn>`
    SELECT lead_id, created_at FROM opportunities
    WHERE lead_id = ANY(${[...leadIds]}::int[]) AND opportunity_type_id = ${opportunityType.backToSite} AND ${isOpen}
      AND created_at >= ${since}`.execute(ctx.db)
  return rows
}

type Owned = Pick<Row<'opportunities'>, 'id' | 'lead_id'>

const ofOwnLeads = ({ viewer }: { viewer: Viewer }) => sql`
  lead_id IN (SELECT id FROM leads WHERE agent_id = ${viewer.agent_id} AND deleted_at IS NULL AND NOT is_bogus)`

/** Hides an opportunity of one of the viewer's own leads; refused like one that does not exist when it is not. */
export async function hideOne(ctx: Change & { viewer: Viewer }, id: number): Promise<Owned> {
  const { rows } = await sql<Owned>`
    UPDATE opportunities SET hidden_at = coalesce(hidden_at, ${ctx.now}), hidden_by = ${ctx.viewer.user_id}
    WHERE id = ${id} AND closed_at IS NULL AND ${ofOwnLeads(ctx)} RETURNING id, lead_id`.execute(ctx.db)
  if (!rows[0]) throw notFound('opportunity')
  return rows[0]
}

/** Hides all open ones of one lead, whom the caller has checked. */
export async function hideAllOf(ctx: Change & { viewer: Viewer }, leadId: number): Promise<Owned[]> {
  const { rows } = await sql<Owned>`
    UPDATE opportunities SET hidden_at = ${ctx.now}, hidden_by = ${ctx.viewer.user_id}
    WHERE lead_id = ${leadId} AND ${isOpen} RETURNING id, lead_id`.execute(ctx.db)
  return rows
}

/** Shows hidden ones again, unless another one of the same lead and type is open. */
export async function showAgain(ctx: Change & { viewer: Viewer }, ids: readonly number[]): Promise<Owned[]> {
  const { rows } = await sql<Owned>`
    WITH newest AS (
      SELECT DISTINCT ON (lead_id, opportunity_type_id) id FROM opportunities
      WHERE id = ANY(${[...ids]}::int[]) AND hidden_at IS NOT NULL AND closed_at IS NULL AND ${ofOwnLeads(ctx)}
      ORDER BY lead_id, opportunity_type_id, created_at DESC, id DESC)
    UPDATE opportunities o SET hidden_at = NULL, hidden_by = NULL
    WHERE id IN (SELECT id FROM newest) AND NOT EXISTS (
      SELECT FROM opportunities other WHERE other.lead_id = o.lead_id AND other.opportunity_type_id = o.opportunity_type_id
        AND other.hidden_at IS NULL AND other.closed_at IS NULL)
    RETURNING id, lead_id`.execute(ctx.db)
  return rows
}

/** Closes what an alert that the lead has answers. */
export async function closeAnswered(
  ctx: Change,
  leadId: number,
  { has_listing_alert, buildings }: { has_listing_alert: boolean; buildings: readonly number[] },
): Promise<Owned[]> {
  const { rows } = await sql<Owned>`
    UPDATE opportunities SET closed_at = ${ctx.now}
    WHERE lead_id = ${leadId} AND ${isOpen} AND (
      (opportunity_type_id = ${opportunityType.listingAlert} AND ${has_listing_alert})
      OR (opportunity_type_id = ${opportunityType.buildingAlert}
          AND (facts ->> 'building_id')::int = ANY(${[...buildings]}::int[])))
    RETURNING id, lead_id`.execute(ctx.db)
  return rows
}

/** Makes what lists filter by agree with the open opportunities of leads; answers the leads of whom that changed. */
export async function writeOpenTypes(
  ctx: Change,
  leadIds: readonly number[],
): Promise<Pick<Row<'leads'>, 'id' | 'agent_id'>[]> {
  const { rows } = await sql<Pick<Row<'leads'>, 'id' | 'agent_id'>>`
    UPDATE leads l SET opportunity_types = open.types
    FROM (SELECT given.id, coalesce(array_agg(o.opportunity_type_id ORDER BY o.opportunity_type_id)
                             FILTER (WHERE o.id IS NOT NULL AND s.snoozed_until IS NULL), '{}') AS types
          FROM unnest(${[...leadIds]}::int[]) AS given (id)
          LEFT JOIN opportunities o ON o.lead_id = given.id AND o.hidden_at IS NULL AND o.closed_at IS NULL
          LEFT JOIN leads s ON s.id = given.id AND s.snoozed_until > ${ctx.now}
          GROUP BY given.id) open
    WHERE l.id = open.id AND l.opportunity_types <> open.types
    RETURNING l.id, l.agent_id`.execute(ctx.db)
  return rows
}
