import { type Kysely, sql } from 'kysely'
import { rebuildSearches } from '../../features/alerts/server/queries/alerts.ts'

/** A demo of a million leads has no use for a million alerts. */
const MOST_ALERTS = 20_000

/** Writes down where the consents of the demo's leads come from, as their own field has it. */
export async function addConsents(db: Kysely<unknown>, now: Date): Promise<void> {
  await sql`
    INSERT INTO lead_consents (lead_id, channel, kind, basis, source, evidence, given_at, expires_at, recorded_at)
    SELECT id, 'email', consent_email, CASE consent_email WHEN 'implied' THEN 'inquiry' END,
      CASE consent_email WHEN 'withdrawn' THEN 'Unsubscribe link' WHEN 'implied' THEN 'Inquiry on the website'
                         ELSE 'Website form' END,
      CASE consent_email WHEN 'express' THEN 'Ticked "Send me homes that match" when signing up.' ELSE '' END,
      given_at, CASE consent_email WHEN 'implied' THEN given_at + interval '6 months' END, given_at
    FROM (SELECT id, consent_email, CASE consent_email
            WHEN 'implied' THEN greatest(created_at, ${now}::timestamptz - make_interval(days => id % 150))
            ELSE created_at END AS given_at
          FROM leads WHERE consent_email <> 'none') given
    WHERE NOT EXISTS (SELECT FROM lead_consents WHERE lead_id = given.id)`.execute(db)
}

/** Gives the subscribed leads alerts for the places and prices that they look at, and a few of them alerts for a building. */
export async function addAlerts(db: Kysely<unknown>, now: Date): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    WITH wanted AS (
      SELECT l.id, l.area_ids[1:2] AS areas, 'rental_lead' = ANY(l.roles) AS rents, 
        CASE WHEN l.price_max BETWEEN 1 AND 1000000000000 THEN l.price_max / 100 END AS high,
        (ARRAY[2, 1, 3, 2, 4, 2, 0])[1 + l.id % 7] AS frequency, l.created_at
      FROM leads l WHERE l.subscribed_alert AND l.deleted_at IS NULL ORDER BY l.id LIMIT ${MOST_ALERTS}
    ), searches AS (
      SELECT w.id AS lead_id, 'listing' AS kind, w.frequency, w.created_at,
        coalesce((SELECT name FROM areas WHERE id = w.areas[1]), 'Anywhere') || CASE WHEN w.rents THEN ' rentals' ELSE ' homes' END AS name,
        jsonb_build_object('offer', CASE WHEN w.rents THEN 'rent' ELSE 'sale' END, 'areas', to_jsonb(w.areas),
          'buildings', '[]'::jsonb, 'types', CASE WHEN w.id % 4 = 0 THEN '["Condo Apartment"]'::jsonb ELSE '[]' END,
          'price_min', NULL,
          'price_max', CASE WHEN w.rents THEN 2400 + w.id % 5 * 400 ELSE greatest(w.high, 700000) END,
          'beds', CASE WHEN w.id % 3 > 0 THEN w.id % 3 END, 'baths', NULL,
          'keywords', CASE WHEN w.id % 17 = 0 THEN '["parking"]'::jsonb ELSE '[]' END) AS criteria
      FROM wanted w
      UNION ALL
      SELECT w.id, 'building', w.frequency, w.created_at, b.name,
        jsonb_build_object('offer', NULL, 'areas', '[]'::jsonb, 'buildings', jsonb_build_array(b.id), 'types', '[]'::jsonb,
          'price_min', NULL, 'price_max', NULL, 'beds', NULL, 'baths', NULL, 'keywords', '[]'::jsonb)
      FROM wanted w JOIN buildings b ON b.id = (SELECT id FROM buildings ORDER BY (id * 7919 + w.id) % 997, id LIMIT 1)
      WHERE w.id % 6 = 0
    )
    INSERT INTO alerts (lead_id, kind, name, alert_frequency, criteria, created_at, updated_at)
    SELECT lead_id, kind, name, frequency, criteria, created_at, ${now} FROM searches s
    WHERE NOT EXISTS (SELECT FROM alerts WHERE lead_id = s.lead_id) RETURNING id`.execute(db)
  await rebuildSearches(
    { db },
    rows.map(({ id }) => id),
  )
}
