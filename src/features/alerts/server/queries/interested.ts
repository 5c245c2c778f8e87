import { sql } from 'kysely'
import type { Change, QueryContext, Viewer } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import { openableLeads } from '../../../leads/server/queries/filters.ts'
import { visibleLeads } from '../../../leads/server/queries/leads.ts'
import { homeModels, milestoneType } from '../../../milestones/rules.ts'
import type { InterestedLead } from '../../contract/interested.ts'
import { insertSendByHand } from './matching.ts'

/** A lead of whom an alert finds a home. */
export type FoundLead = Omit<InterestedLead, 'refusal'>

type Asking = QueryContext & { viewer: Viewer }

/**
 * The leads whose alerts find a home on the market, whoever has not seen it first: an agent's own, for others all that they
 * may open. Each by the oldest alert that finds it.
 */
export async function leadsFindingHome(ctx: Asking, mls: string): Promise<FoundLead[]> {
  const { viewer } = ctx
  const own = viewer.agent_id === null ? sql`true` : sql`agent_id = ${viewer.agent_id}`
  const { rows } = await sql<FoundLead>`
    WITH home AS (
      SELECT id, offer, price, beds, baths, property_type, words, building_id, area_ids || 0 AS area_ids FROM listings
      WHERE mls_number = ${mls} AND status = 'active'
    ), found AS (
      SELECT DISTINCT ON (a.lead_id) a.lead_id, a.id, a.name, h.id AS listing_id, h.price
      FROM home h JOIN alert_searches s ON (s.area_id = ANY(h.area_ids) OR s.building_id = h.building_id)
        AND s.offer = h.offer AND h.price BETWEEN s.price_min AND s.price_max
        AND s.beds_min <= h.beds AND s.baths_min <= h.baths
        AND (s.property_types IS NULL OR h.property_type = ANY(s.property_types))
        AND (s.keywords IS NULL OR h.words @@ s.keywords)
      JOIN alerts a ON a.id = s.alert_id AND a.deleted_at IS NULL
      JOIN (SELECT id FROM leads WHERE ${visibleLeads(ctx)} AND NOT is_bogus AND ${own}
              AND ${openableLeads(viewer) ?? sql`true`}) l ON l.id = a.lead_id
      ORDER BY a.lead_id, a.id
    )
    SELECT l.id, l.first_name, l.last_name, jsonb_build_object('id', f.id, 'name', f.name) AS alert,
      (SELECT max(m.happened_at) FROM milestones m
       WHERE m.lead_id = l.id AND m.deleted_at IS NULL AND m.milestone_type_id = ${milestoneType.propertyViewed}
         AND m.model_type = ANY(${[...homeModels]}::text[]) AND m.model_id = f.listing_id) AS saw_at,
      EXISTS (SELECT FROM alerts o JOIN alert_matches m ON m.alert_id = o.id JOIN alert_sends s ON s.id = m.send_id
              WHERE o.lead_id = l.id AND m.listing_id = f.listing_id AND m.price = f.price
                AND s.state IN ('sent', 'waiting')) AS was_sent
    FROM found f JOIN leads l ON l.id = f.lead_id
    ORDER BY saw_at NULLS FIRST, l.last_active_at DESC, l.id`.execute(ctx.db)
  return rows
}

/** Begins an e-mail that holds one home, unless the alert sent it at this price; what else waits for the alert stays. */
export async function beginSendOfHome(
  ctx: Change,
  { id, lead_id }: { id: number; lead_id: number },
  mls: string,
): Promise<{ id: number; listings: number }> {
  const sendId = await insertSendByHand(ctx, { id, lead_id })
  const { rows } = await sql<Pick<Row<'alert_matches'>, 'listing_id'>>`
    INSERT INTO alert_matches (alert_id, listing_id, price, matched_at, send_id)
    SELECT ${id}, id, price, ${ctx.now}, ${sendId} FROM listings WHERE mls_number = ${mls} AND status = 'active'
    ON CONFLICT (alert_id, listing_id, price) DO UPDATE SET send_id = excluded.send_id
      WHERE alert_matches.send_id IS NULL
    RETURNING listing_id`.execute(ctx.db)
  // With nothing else waiting, the alert has no moment of its own any more.
  await sql`
    UPDATE alerts SET next_due_at = NULL WHERE id = ${id}
      AND NOT EXISTS (SELECT FROM alert_matches WHERE alert_id = ${id} AND send_id IS NULL)`.execute(ctx.db)
  return { id: sendId, listings: rows.length }
}
