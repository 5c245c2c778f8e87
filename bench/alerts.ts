import { sql } from 'kysely'
import type { Search } from '../src/features/alerts/contract/alerts.ts'
import { foundBy, rebuildSearches } from '../src/features/alerts/server/queries/alerts.ts'
import { matchListings } from '../src/features/alerts/server/queries/matching.ts'
import { demoFeed } from '../src/features/listings/demo/mlsFeed.ts'
import type { ChangedListing } from '../src/features/listings/events.ts'
import { incomingListing } from '../src/features/listings/server/jobs/incoming.ts'
import { saveListings } from '../src/features/listings/server/queries/replication.ts'
import { MlsProperty } from '../src/integrations/mls/client.ts'
import type { Db } from '../src/platform/server/database/database.ts'
import { measuredAndTakenBack } from './takenBack.ts'

/** What it takes to find out which alerts new listings answer, from the listings and from the alerts. */
export interface AlertTimes {
  alerts: number
  listings: number
  matches: number
  /** One pass from the listings to the alerts. */
  seconds: number
  /** The other way, a query for each alert, as far as a sample tells. */
  naiveSeconds: number
  sampled: number
  /** How many times longer the other way takes. */
  ratio: number
}

const LISTINGS = 1000
const SAMPLE = 400
const DAY_LISTINGS = 50

/** Gives leads alerts and brings a thousand homes onto the market, in a transaction that is taken back. */
export async function measureAlerts(databaseUrl: string, alerts: number): Promise<AlertTimes> {
  return measuredAndTakenBack(databaseUrl, async transaction => {
    await sql`SET LOCAL statement_timeout = 0`.execute(transaction)
    const ids = await addAlerts(transaction, alerts)
    return measureDirections(transaction, ids, await addListings(transaction))
  })
}

async function addAlerts(db: Db, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO alerts (lead_id, kind, name, alert_frequency, criteria)
    SELECT l.id, 'listing', 'Bench', 2, jsonb_build_object(
      'offer', CASE WHEN l.id % 4 = 0 THEN 'rent' ELSE 'sale' END, 'areas', to_jsonb(chosen.areas), 'buildings', '[]'::jsonb,
      'types', CASE WHEN l.id % 5 = 0 THEN '["Condo Apartment", "Condo Townhouse"]'::jsonb ELSE '[]' END,
      'price_min', CASE WHEN l.id % 4 > 0 THEN 300000 + l.id % 11 * 50000 END,
      'price_max', CASE WHEN l.id % 4 > 0 THEN 600000 + l.id % 13 * 100000 ELSE 2000 + l.id % 9 * 300 END,
      'beds', CASE WHEN l.id % 3 > 0 THEN l.id % 3 END, 'baths', NULL,
      'keywords', CASE WHEN l.id % 20 = 0 THEN '["parking"]'::jsonb ELSE '[]' END)
    FROM leads l CROSS JOIN LATERAL (
      -- Most people name districts and neighbourhoods, some a whole municipality.
      SELECT coalesce(array_agg(a.id) FILTER (WHERE a.type <> 'locality'), l.area_ids[1:1]) AS areas
      FROM areas a WHERE a.id = ANY(l.area_ids[1:3])) chosen
    WHERE cardinality(l.area_ids) > 0 ORDER BY l.id LIMIT ${count} RETURNING id`.execute(db)
  const ids = rows.map(({ id }) => id)
  await rebuildSearches({ db }, ids)
  await sql`ANALYZE alert_searches`.execute(db)
  return ids
}

async function addListings(db: Db): Promise<ChangedListing[]> {
  const properties = demoFeed({ seed: 4711, perDay: DAY_LISTINGS })
    .at(new Date())
    .map(record => MlsProperty.parse({ ...record, ListingKey: `BENCH${record.ListingKey}` }))
    .filter(({ StandardStatus }) => StandardStatus === 'Active')
  const changed = await saveListings({ db }, properties.slice(0, LISTINGS).map(incomingListing))
  await sql`ANALYZE listings`.execute(db)
  return changed
}

async function measureDirections(
  db: Db,
  alerts: readonly number[],
  listings: readonly ChangedListing[],
): Promise<AlertTimes> {
  const start = performance.now()
  await matchListings({ db: db as never, now: new Date() }, listings)
  const seconds = (performance.now() - start) / 1000
  const { rows } = await sql<{ matches: number }>`
    SELECT count(*) AS matches FROM alert_matches WHERE alert_id = ANY(${[...alerts]}::int[])`.execute(db)
  const naive = await sampleOtherWay(db, alerts, listings)
  const naiveSeconds = (naive.seconds / naive.sampled) * alerts.length
  return {
    alerts: alerts.length,
    listings: listings.length,
    matches: rows[0]?.matches ?? 0,
    seconds,
    naiveSeconds,
    sampled: naive.sampled,
    ratio: naiveSeconds / seconds,
  }
}

/** From the alerts to the listings, for alerts evenly picked; both ways must find the same. */
async function sampleOtherWay(db: Db, alerts: readonly number[], listings: readonly ChangedListing[]) {
  const step = Math.max(1, Math.floor(alerts.length / SAMPLE))
  const { rows } = await sql<{ id: number; search: Search; stored: number }>`
    SELECT id, criteria AS search, (SELECT count(*) FROM alert_matches WHERE alert_id = alerts.id) AS stored
    FROM alerts WHERE id = ANY(${alerts.filter((_id, index) => index % step === 0)}::int[])`.execute(db)
  const ids = listings.map(({ id }) => id)
  const start = performance.now()
  for (const { id, search, stored } of rows) {
    const found = await sql<{ id: number }>`
      SELECT l.id FROM listings l WHERE l.id = ANY(${ids}::int[]) AND ${foundBy(search)}`.execute(db)
    if (found.rows.length !== stored)
      throw new Error(`Alert ${id} finds ${found.rows.length} homes one way and ${stored} the other.`)
  }
  return { seconds: (performance.now() - start) / 1000, sampled: rows.length }
}
