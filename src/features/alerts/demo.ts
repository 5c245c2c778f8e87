import { TZDate } from '@date-fns/tz'
import { addHours, startOfDay, subDays } from 'date-fns'
import { sql } from 'kysely'
import type { DemoPart } from '../../platform/demo/part.ts'
import type { Db } from '../../platform/server/database/database.ts'
import type { Row } from '../../platform/server/database/rows.ts'
import { region } from '../../product/region/region.ts'
import { milestoneType } from '../milestones/rules.ts'
import { rebuildSearches } from './server/queries/alerts.ts'

/** A demo of a million leads has no use for a million alerts. */
const MAX_ALERTS = 20_000

/** The alerts of leads, what they have sent, and the homes that leads keep. */
export const demo: DemoPart = {
  async fill({ db, now, wanted, isLarge }) {
    if (wanted.listings) await addAlerts(db, now)
    if (isLarge) return
    await addFavourites(db)
    if (wanted.listings) await addSentAlerts(db, now)
  },
}

/** Lets leads keep the homes that their timeline calls favourites. */
async function addFavourites(db: Db): Promise<void> {
  await sql`
    INSERT INTO listing_visits (lead_id, listing_id, favourite_at)
    SELECT lead_id, model_id, max(happened_at) FROM milestones
    WHERE milestone_type_id = ${milestoneType.favourite} AND link LIKE '/listings/%' GROUP BY 1, 2
    ON CONFLICT DO NOTHING`.execute(db)
}

/** Gives the subscribed leads alerts for the places and prices that they look at, and a few of them alerts for a building. */
async function addAlerts(db: Db, now: Date): Promise<void> {
  const { rows } = await sql<Pick<Row<'alerts'>, 'id'>>`
    WITH wanted AS (
      SELECT l.id, l.area_ids[1:2] AS areas, 'rental_lead' = ANY(l.roles) AS rents, 
        CASE WHEN l.price_max BETWEEN 1 AND 1000000000000 THEN l.price_max / 100 END AS high,
        (ARRAY[2, 1, 3, 2, 4, 2, 0])[1 + l.id % 7] AS frequency, l.created_at
      FROM leads l WHERE l.subscribed_alert AND l.deleted_at IS NULL ORDER BY l.id LIMIT ${MAX_ALERTS}
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

const accounts = ['agent', 'agent2', 'teamlead', 'newagent'] as const
/** Days ago on which an alert went out; each at its hour of the morning. */
const sentDays = [2, 9, 16]
const SENDING_HOUR = 8
const HOMES_PER_EMAIL = 3

/** Lets some alerts of the demo accounts have sent what was on the market, so that their pages have something to show. */
async function addSentAlerts(db: Db, now: Date): Promise<void> {
  const mornings = sentDays.map(days => {
    const day = startOfDay(subDays(new TZDate(now, region.zone), days))
    return new Date(addHours(day, SENDING_HOUR).getTime())
  })
  for (const account of accounts)
    for (const [place, at] of mornings.entries()) await sendOnce(db, `${account}@keyturn.test`, at, place)
}

async function sendOnce(db: Db, email: string, at: Date, place: number): Promise<void> {
  await sql`
    WITH chosen AS (
      SELECT a.id, a.lead_id, a.name, a.kind, coalesce(l.email_private, l.email) AS recipient, l.area_ids,
        row_number() OVER (ORDER BY l.lead_score DESC, a.id) AS turn
      FROM alerts a JOIN leads l ON l.id = a.lead_id JOIN agents g ON g.id = l.agent_id JOIN users u ON u.id = g.user_id
      WHERE u.email = ${email} AND a.deleted_at IS NULL AND a.alert_frequency > 0 AND a.kind = 'listing' AND a.created_at < ${at}
        AND l.deleted_at IS NULL AND NOT l.is_bogus AND l.subscribed_alert AND l.is_email_valid
        AND l.consent_email IN ('express', 'implied') AND coalesce(l.email_private, l.email) IS NOT NULL
      ORDER BY l.lead_score DESC, a.id LIMIT 6),
    homes AS (
      SELECT c.id AS alert_id, h.id, h.price, h.mls_number, coalesce(h.unit || ' - ', '') || h.address AS address
      FROM chosen c CROSS JOIN LATERAL (
        SELECT h.* FROM listings h
        WHERE h.status = 'active' AND h.listed_at < ${at} AND EXISTS (
          SELECT FROM alert_searches s WHERE s.alert_id = c.id AND s.offer = h.offer
            AND (s.area_id = 0 OR s.area_id = ANY(h.area_ids)) AND h.price BETWEEN s.price_min AND s.price_max)
        ORDER BY h.listed_at DESC, h.id OFFSET ${place * HOMES_PER_EMAIL} LIMIT ${HOMES_PER_EMAIL}) h),
    emails AS (
      SELECT c.id, c.lead_id, c.name, c.recipient, count(*)::int AS listings,
        string_agg(h.address || ' ($' || to_char(h.price / 100, 'FM999,999,999') || ')', ', ') AS words,
        jsonb_agg(jsonb_build_object('mls_number', h.mls_number, 'address', h.address, 'price', h.price / 100)) AS shown
      FROM chosen c JOIN homes h ON h.alert_id = c.id GROUP BY c.id, c.lead_id, c.name, c.recipient),
    sent AS (
      INSERT INTO alert_sends (alert_id, lead_id, due_at, state, tries, listings, recipient, created_at, finished_at)
      SELECT id, lead_id, ${at}, 'sent', 1, listings, recipient, ${at}, ${at}::timestamptz + interval '20 seconds'
      FROM emails RETURNING id, alert_id),
    matched AS (
      INSERT INTO alert_matches (alert_id, listing_id, price, matched_at, send_id)
      SELECT DISTINCT sent.alert_id, h.id, h.price, ${at}::timestamptz - interval '3 hours', sent.id
      FROM sent JOIN homes h USING (alert_id) ON CONFLICT DO NOTHING),
    told AS (
      INSERT INTO milestones (lead_id, milestone_type_id, value, description, message, model_id, model_type, happened_at,
                              created_at, updated_at)
      SELECT lead_id, ${milestoneType.listingAlert}, name, words, jsonb_build_object('listings', shown), id, 'alert', ${at},
             ${at}, ${at} FROM emails)
    UPDATE alerts SET last_sent_at = greatest(last_sent_at, ${at}) FROM emails WHERE alerts.id = emails.id`.execute(db)
}
