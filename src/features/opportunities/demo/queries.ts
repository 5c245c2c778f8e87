import { sql } from 'kysely'
import type { Db } from '../../../platform/server/database/database.ts'
import { milestoneType } from '../../milestones/rules.ts'
import { opportunityType } from '../rules/opportunityTypes.ts'
import { MAX_AGE_DAYS } from '../rules/raise.ts'
import type { DemoHome, DemoLeadToContact, Happening } from './happenings.ts'

const HOMES = 60

/** Homes on the market; one that no listing service knows where the demo has none. */
export async function homesOf(db: Db): Promise<DemoHome[]> {
  const { rows } = await sql<DemoHome>`
    SELECT h.id, h.mls_number, h.building_id, b.name AS building, coalesce(h.unit || ' - ', '') || h.address AS address,
           '$' || trim(to_char(round(h.price / 100.0), 'FM999,999,999')) AS price
    FROM listings h LEFT JOIN buildings b ON b.id = h.building_id
    WHERE h.status = 'active' ORDER BY h.building_id IS NULL, h.listed_at DESC, h.id LIMIT ${HOMES}`.execute(db)
  const unknown = {
    id: 0,
    mls_number: 'C0',
    building_id: null,
    building: null,
    address: '88 Scott St',
    price: '$980,000',
  }
  return rows.length > 0 ? rows : [unknown]
}

/** Leads of an account whom it is worth to contact, dealt out so that each time other kinds of leads are there. */
export async function leadsToContact(db: Db, email: string, limit: number): Promise<DemoLeadToContact[]> {
  const { rows } = await sql<DemoLeadToContact>`
    SELECT l.id, EXISTS (SELECT FROM alerts WHERE alerts.lead_id = l.id AND deleted_at IS NULL) AS has_alert
    FROM leads l JOIN agents a ON a.id = l.agent_id JOIN users u ON u.id = a.user_id
    WHERE u.email = ${email} AND l.deleted_at IS NULL AND NOT l.is_bogus AND l.first_name <> '' AND l.phone IS NOT NULL
      AND l.status_value BETWEEN 2 AND 7
    ORDER BY (l.id * 7919) % 997, l.id LIMIT ${limit}`.execute(db)
  return rows
}

/** Writes what happened, on the timelines and as opportunities; the last visit of the leads follows. */
export async function writeHappenings(db: Db, happenings: readonly Happening[]): Promise<void> {
  const given = JSON.stringify(happenings)
  await sql`
    WITH happened AS (
      SELECT * FROM jsonb_to_recordset(${given}::jsonb)
        AS h (lead_id int, opportunity_type_id smallint, facts jsonb, link text, at timestamptz, milestones jsonb)),
    lines AS (
      INSERT INTO milestones (lead_id, milestone_type_id, happened_at, created_at, value, description, link, model_type, model_id)
      SELECT h.lead_id, m.type, m.at, m.at, m.value, coalesce(m.description, ''), m.link, m.model_type, nullif(m.model_id, 0)
      FROM happened h CROSS JOIN LATERAL jsonb_to_recordset(h.milestones)
        AS m (type smallint, at timestamptz, value text, description text, link text, model_type text, model_id int)),
    visits AS (
      UPDATE leads l SET last_active_at = greatest(l.last_active_at, h.at), was_active = true
      FROM (SELECT lead_id, max(at) AS at FROM happened GROUP BY lead_id) h WHERE l.id = h.lead_id)
    INSERT INTO opportunities (lead_id, opportunity_type_id, facts, link, created_at)
    SELECT lead_id, opportunity_type_id, facts, link, at FROM happened
    ON CONFLICT DO NOTHING`.execute(db)
}

/** What the timelines of the last weeks say by themselves: saved homes, and what was asked for. */
export async function recordedOpportunities(db: Db, now: Date): Promise<void> {
  await sql`
    INSERT INTO opportunities (lead_id, opportunity_type_id, facts, link, created_at)
    SELECT DISTINCT ON (m.lead_id, k.opportunity)
      m.lead_id, k.opportunity, jsonb_strip_nulls(jsonb_build_object(
        'subject', CASE WHEN k.type = ${milestoneType.favourite} THEN m.description ELSE m.value END,
        'detail', CASE WHEN k.type <> ${milestoneType.favourite} THEN nullif(split_part(m.description, '. ', 1), '') END,
        'price', (m.detail #>> '{offerSubmission,price}')::int)), m.link, m.happened_at
    FROM milestones m JOIN (VALUES
        (${milestoneType.favourite}::int, ${opportunityType.favourite}::int, NULL::text),
        (${milestoneType.viewingRequest}::int, ${opportunityType.viewingRequest}::int, NULL),
        (${milestoneType.offerSubmitted}::int, ${opportunityType.offerRequested}::int, 'offer_submission'))
      AS k (type, opportunity, model) ON k.type = m.milestone_type_id AND (k.model IS NULL OR k.model = m.model_type)
      JOIN leads l ON l.id = m.lead_id AND l.deleted_at IS NULL AND NOT l.is_bogus
    WHERE m.happened_at > ${now}::timestamptz - make_interval(days => ${MAX_AGE_DAYS}) AND m.happened_at <= ${now}
      AND m.deleted_at IS NULL
    ORDER BY m.lead_id, k.opportunity, m.happened_at DESC
    ON CONFLICT DO NOTHING`.execute(db)
}
