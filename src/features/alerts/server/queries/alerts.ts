import { sql } from 'kysely'
import type { Change, QueryContext, Viewer } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import { notFound } from '../../../../platform/server/errors.ts'
import { openableIds } from '../../../leads/server/queries/leads.ts'
import type { Listing } from '../../../listings/contract.ts'
import { type ListingRow, listingColumns } from '../../../listings/server/queries/listings.ts'
import type { AlertFrequency, AlertKind, Search } from '../../contract/alerts.ts'
import { OFF } from '../../rules/frequency.ts'
import { offersOf } from '../../rules/search.ts'

/** An alert as its table holds it. */
export interface StoredAlert
  extends Pick<
    Row<'alerts'>,
    'id' | 'lead_id' | 'kind' | 'name' | 'last_sent_at' | 'next_due_at' | 'deleted_at' | 'version'
  > {
  alert_frequency: AlertFrequency
  search: Search
  /** Why the last e-mail did not go out; `null` when it did. */
  problem: string | null
}

const columns = sql`
  a.id, a.lead_id, a.kind, a.name, a.alert_frequency, a.criteria AS search, a.last_sent_at, a.next_due_at, a.deleted_at,
  a.version, (SELECT CASE WHEN s.state IN ('refused', 'failed', 'expired') THEN s.problem END FROM alert_sends s
              WHERE s.alert_id = a.id ORDER BY s.due_at DESC LIMIT 1) AS problem`

/** The alerts of a lead, in the order in which they were made. */
export async function alertsOfLead({ db }: QueryContext, leadId: number, kind?: AlertKind): Promise<StoredAlert[]> {
  const { rows } = await sql<StoredAlert>`
    SELECT ${columns} FROM alerts a WHERE a.lead_id = ${leadId} AND a.deleted_at IS NULL
      ${kind ? sql`AND a.kind = ${kind}` : sql``} ORDER BY a.id`.execute(db)
  return rows
}

type Asking = QueryContext & { viewer: Viewer }

/** An alert of a lead that the viewer may open; like one that does not exist when it is not. */
export async function requireAlert(ctx: Asking, id: number): Promise<StoredAlert> {
  return requireReach(
    ctx,
    (await sql<StoredAlert>`SELECT ${columns} FROM alerts a WHERE a.id = ${id}`.execute(ctx.db)).rows[0],
  )
}

/** The same, locked for a change. */
export async function lockAlert(ctx: Change & { viewer: Viewer }, id: number): Promise<StoredAlert> {
  const { rows } = await sql<StoredAlert>`SELECT ${columns} FROM alerts a WHERE a.id = ${id} FOR UPDATE`.execute(ctx.db)
  return requireReach(ctx, rows[0])
}

async function requireReach(ctx: Asking, alert: StoredAlert | undefined): Promise<StoredAlert> {
  const reached = alert ? await openableIds(ctx, [alert.lead_id]) : []
  if (!alert || reached.length === 0) throw notFound('alert')
  return alert
}

/** Adds an alert; answers its id. */
export async function insertAlert(
  ctx: Change,
  alert: { lead_id: number; kind: AlertKind; name: string; alert_frequency: AlertFrequency; search: Search },
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('alerts')
    .values({
      lead_id: alert.lead_id,
      kind: alert.kind,
      name: alert.name,
      alert_frequency: alert.alert_frequency,
      criteria: JSON.stringify(alert.search),
      created_by: ctx.author?.user_id ?? null,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Writes what a person may change of an alert. */
export async function writeAlert(
  ctx: Change,
  { id, name, alert_frequency, search }: Pick<StoredAlert, 'id' | 'name' | 'alert_frequency' | 'search'>,
): Promise<void> {
  await sql`
    UPDATE alerts SET name = ${name}, alert_frequency = ${alert_frequency}, criteria = ${JSON.stringify(search)}::jsonb,
      updated_at = ${ctx.now}, version = version + 1 WHERE id = ${id}`.execute(ctx.db)
}

/** Marks an alert as deleted, or takes the mark away. */
export async function writeDeletion(ctx: Change, id: number, deletedAt: Date | null): Promise<void> {
  await sql`
    UPDATE alerts SET deleted_at = ${deletedAt}, updated_at = ${ctx.now}, version = version + 1 WHERE id = ${id}`.execute(
    ctx.db,
  )
}

/** Sets when what waits for an alert is sent. */
export async function writeDue(ctx: Change, id: number, due: Date | null): Promise<void> {
  await ctx.db.updateTable('alerts').set({ next_due_at: due }).where('id', '=', id).execute()
}

/** Cents; PostgreSQL's largest price is enough for no limit. */
const NO_LIMIT = 9_000_000_000_000_000

/** Lets new listings find these alerts, or, of those that are off or deleted, no longer. */
export async function rebuildSearches(ctx: Pick<QueryContext, 'db'>, ids: readonly number[]): Promise<void> {
  await sql`DELETE FROM alert_searches WHERE alert_id = ANY(${[...ids]}::int[])`.execute(ctx.db)
  await sql`
    INSERT INTO alert_searches (alert_id, offer, area_id, building_id, price_min, price_max, beds_min, baths_min,
                                property_types, keywords)
    SELECT a.id, offers.offer, places.area_id, places.building_id,
      coalesce((a.criteria ->> 'price_min')::bigint * 100, 0),
      coalesce((a.criteria ->> 'price_max')::bigint * 100, ${NO_LIMIT}),
      coalesce((a.criteria ->> 'beds')::int, 0), coalesce((a.criteria ->> 'baths')::int, 0),
      (SELECT array_agg(type) FROM jsonb_array_elements_text(a.criteria -> 'types') AS type),
      (SELECT string_agg('(' || query::text || ')', ' & ')::tsquery
       FROM jsonb_array_elements_text(a.criteria -> 'keywords') AS word, phraseto_tsquery('english', word) AS query
       WHERE numnode(query) > 0)
    FROM alerts a
    CROSS JOIN LATERAL (
      SELECT CASE a.criteria ->> 'offer' WHEN 'sale' THEN 'sale' ELSE 'lease' END AS offer
      UNION SELECT 'sale' WHERE a.criteria ->> 'offer' IS NULL) offers
    CROSS JOIN LATERAL (
      SELECT area::int AS area_id, NULL::int AS building_id FROM jsonb_array_elements(a.criteria -> 'areas') AS area
      WHERE a.kind = 'listing'
      UNION ALL SELECT 0, NULL WHERE a.kind = 'listing' AND a.criteria -> 'areas' = '[]'
      UNION ALL SELECT NULL, building::int FROM jsonb_array_elements(a.criteria -> 'buildings') AS building
      WHERE a.kind = 'building') places
    WHERE a.id = ANY(${[...ids]}::int[]) AND a.deleted_at IS NULL AND a.alert_frequency <> 0`.execute(ctx.db)
}

/** Whether an alert of this kind for the lead's own wish was turned on: a lead with one is subscribed, unless they said no. */
export async function subscribeLead(ctx: Change, leadId: number, subscribed: boolean): Promise<void> {
  await sql`
    UPDATE leads SET subscribed_alert = ${subscribed}, updated_at = ${ctx.now}
    WHERE id = ${leadId} AND subscribed_alert <> ${subscribed}
      AND (NOT ${subscribed} OR consent_email <> 'withdrawn')`.execute(ctx.db)
}

/** The condition on `listings l` for homes on the market that a search finds: from the search to the listings. */
export function foundBy(search: Search) {
  const { areas, buildings, types, price_min, price_max, beds, baths, keywords } = search
  const query = sql.join(
    keywords.map(word => sql`phraseto_tsquery('english', ${word})`),
    sql` && `,
  )
  const conditions = [
    sql`l.status = 'active'`,
    sql`l.offer = ANY(${[...offersOf(search.offer)]}::text[])`,
    areas.length > 0 && sql`l.area_ids && ${[...areas]}::int[]`,
    buildings.length > 0 && sql`l.building_id = ANY(${[...buildings]}::int[])`,
    types.length > 0 && sql`l.property_type = ANY(${[...types]}::text[])`,
    price_min !== null && sql`l.price >= ${price_min * 100}`,
    price_max !== null && sql`l.price <= ${price_max * 100}`,
    beds !== null && sql`l.beds >= ${beds}`,
    baths !== null && sql`l.baths >= ${baths}`,
    keywords.length > 0 && sql`(numnode(${query}) = 0 OR l.words @@ (${query}))`,
  ]
  return sql.join(
    conditions.filter(condition => condition !== false),
    sql` AND `,
  )
}

/** How many homes a search finds. */
export async function matchCount({ db }: QueryContext, search: Search): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM listings l WHERE ${foundBy(search)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Weeks that say how many homes a search finds in one of them. */
const WEEKS = 4

/** The newest homes that a search finds, and how many came on the market in a week of late. */
export async function newestMatches(
  ctx: QueryContext,
  search: Search,
  limit: number,
): Promise<{ homes: Listing[]; new_each_week: number }> {
  const { rows: homes } = await sql<ListingRow>`
    SELECT ${listingColumns} FROM listings l WHERE ${foundBy(search)}
    ORDER BY l.listed_at DESC, l.id DESC LIMIT ${limit}`.execute(ctx.db)
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM listings l WHERE ${foundBy(search)}
      AND l.listed_at > ${ctx.now}::timestamptz - make_interval(weeks => ${WEEKS})`.execute(ctx.db)
  return { homes, new_each_week: Math.round((rows[0]?.count ?? 0) / WEEKS) }
}

const MAX_POINTS = 150

/** Where the newest of them are. */
export async function matchPoints({ db }: QueryContext, search: Search): Promise<{ lat: number; lng: number }[]> {
  const { rows } = await sql<{ lat: NonNullable<Row<'listings'>['lat']>; lng: NonNullable<Row<'listings'>['lng']> }>`
    SELECT l.lat, l.lng FROM listings l WHERE ${foundBy(search)} AND l.lat IS NOT NULL AND l.lng IS NOT NULL
    ORDER BY l.listed_at DESC, l.id DESC LIMIT ${MAX_POINTS}`.execute(db)
  return rows
}

/** How many alerts are on for the leads of an agent. */
export async function activeAlertsOf({ db }: QueryContext, agentId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM alerts a JOIN leads l ON l.id = a.lead_id AND l.deleted_at IS NULL
    WHERE l.agent_id = ${agentId} AND a.deleted_at IS NULL AND a.alert_frequency <> ${OFF}`.execute(db)
  return rows[0]?.count ?? 0
}

/** What alerts that are on already look for, for one lead. */
export interface ActiveAlerts {
  has_listing_alert: boolean
  buildings: number[]
}

/** The same for several leads, by lead; those without alerts are left out. */
export async function activeAlertsByLead(
  ctx: Pick<QueryContext, 'db'>,
  leadIds: readonly number[],
): Promise<ReadonlyMap<number, ActiveAlerts>> {
  const { rows } = await sql<Pick<Row<'alerts'>, 'lead_id'> & ActiveAlerts>`
    SELECT a.lead_id, bool_or(a.kind = 'listing') AS has_listing_alert,
           coalesce(array_agg(s.building_id) FILTER (WHERE s.building_id IS NOT NULL), '{}') AS buildings
    FROM alerts a LEFT JOIN alert_searches s ON s.alert_id = a.id
    WHERE a.lead_id = ANY(${[...leadIds]}::int[]) AND a.deleted_at IS NULL AND a.alert_frequency <> ${OFF}
    GROUP BY a.lead_id`.execute(ctx.db)
  return new Map(rows.map(({ lead_id, ...alerts }) => [lead_id, alerts]))
}
