import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import { dayStarts, lastDays } from '../../../../platform/wire/days.ts'
import type { FieldMapping } from '../../contract/mapping.ts'
import type { IntakeSource } from '../../contract/sources.ts'
import { DAYS_SHOWN, QUIET_AFTER } from '../../rules/sources.ts'

/** A source as the doors know it. */
export interface KnownSource
  extends Pick<Row<'intake_sources'>, 'id' | 'kind' | 'name' | 'site_id' | 'proxies' | 'is_active'> {
  mapping: FieldMapping | null
}

/** The sources that keys belong to, in the order of their hashes; `null` for a key that is not valid (any more). */
export async function sourcesOfKeys(
  { db, now }: QueryContext,
  hashes: readonly Buffer[],
): Promise<(KnownSource | null)[]> {
  const { rows } = await sql<KnownSource & { hash: string }>`
    SELECT encode(k.hash, 'hex') AS hash, s.id, s.kind, s.name, s.site_id, s.proxies, s.is_active, s.mapping
    FROM intake_keys k JOIN intake_sources s ON s.id = k.source_id
    WHERE k.hash = ANY(${[...hashes]}::bytea[]) AND (k.expires_at IS NULL OR k.expires_at > ${now})`.execute(db)
  const byHash = new Map(rows.map(({ hash, ...source }) => [hash, source]))
  return hashes.map(hash => byHash.get(hash.toString('hex')) ?? null)
}

/** The source of a site as its pages know it, with the domain of the site. */
export type SiteSource = Pick<Row<'intake_sources'>, 'id'> & Pick<Row<'sites'>, 'domain'>

/** The source that a public key in a page names; `null` when there is none, or it is switched off. */
export async function sourceOfSite({ db }: QueryContext, publicKey: string): Promise<SiteSource | null> {
  const { rows } = await sql<SiteSource>`
    SELECT s.id, t.domain FROM intake_sources s JOIN sites t ON t.id = s.site_id
    WHERE s.public_key = ${publicKey} AND s.kind = 'site' AND s.is_active`.execute(db)
  return rows[0] ?? null
}

/** The source that the leads of a page of Facebook belong to: its own, otherwise one for every page; `null` without either. */
export async function sourceOfPage({ db }: QueryContext, page: string): Promise<KnownSource | null> {
  const { rows } = await sql<KnownSource>`
    SELECT id, kind, name, site_id, proxies, is_active, mapping FROM intake_sources
    WHERE kind = 'facebook' AND is_active AND (address = ${page} OR address IS NULL)
    ORDER BY address NULLS LAST, id LIMIT 1`.execute(db)
  return rows[0] ?? null
}

/** Writes where in the JSON of a source our fields are; false when it is no source of that kind. */
export async function writeMapping({ db, now }: Change, id: number, mapping: FieldMapping): Promise<boolean> {
  const { rows } = await sql`
    UPDATE intake_sources SET mapping = ${JSON.stringify(mapping)}::jsonb, updated_at = ${now}
    WHERE id = ${id} AND kind = 'mapped' RETURNING id`.execute(db)
  return rows.length > 0
}

/** A source by its id. */
export async function sourceById({ db }: QueryContext, id: number): Promise<KnownSource | null> {
  const { rows } = await sql<KnownSource>`
    SELECT id, kind, name, site_id, proxies, is_active, mapping FROM intake_sources WHERE id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** When each of the days begins that are shown; today is the last of them. */
const shownFrom = (now: Date, zone: string): string[] => dayStarts(lastDays(now, zone, DAYS_SHOWN), zone)

/** All sources with their keys and what came of them lately; `id` asks for one. */
export async function sourcesWithFigures(
  { db, now }: QueryContext,
  { zone, id = null }: { zone: string; id?: number | null },
): Promise<IntakeSource[]> {
  const starts = shownFrom(now, zone)
  const { rows } = await sql<IntakeSource>`
    SELECT s.id, s.kind, s.name, s.site_id, s.address, s.proxies, s.is_active,
      s.kind <> 'mapped' OR s.mapping IS NOT NULL AS is_mapped,
      CASE WHEN s.kind = 'site' THEN s.public_key END AS public_key,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'hint', k.hint, 'created_at', k.created_at,
         'expires_at', k.expires_at) ORDER BY k.id DESC), '[]')
       FROM intake_keys k WHERE k.source_id = s.id AND (k.expires_at IS NULL OR k.expires_at > ${now})) AS keys,
      (SELECT count(*)::int FROM intake_mails m WHERE m.source_id = s.id AND m.state = 'unread') AS unread,
      figures.days, figures.last_event_at, coalesce(figures.is_quiet, false) AS is_quiet
    FROM intake_sources s
    CROSS JOIN LATERAL (
      SELECT (SELECT array_agg(coalesce(by_day.count, 0) ORDER BY place)
              FROM generate_series(1, ${DAYS_SHOWN}::int) AS place
              LEFT JOIN (SELECT width_bucket(e.received_at, ${starts}::timestamptz[]) AS place, count(*)::int AS count
                         FROM intake_events e WHERE e.source_id = s.id AND e.received_at >= ${starts[0]}::timestamptz
                         GROUP BY 1) by_day USING (place)) AS days,
             newest.last_event_at,
             newest.last_event_at < ${now}::timestamptz - ${QUIET_AFTER}::int * newest.gap
               AND newest.last_event_at < ${now}::timestamptz - interval '1 hour' AS is_quiet
      FROM (SELECT max(received_at) AS last_event_at,
                   CASE WHEN count(*) > 2 THEN (max(received_at) - min(received_at)) / (count(*) - 1) END AS gap
            FROM (SELECT received_at FROM intake_events WHERE source_id = s.id
                  ORDER BY received_at DESC LIMIT 50) latest) newest) figures
    ${id === null ? sql`` : sql`WHERE s.id = ${id}`}
    ORDER BY s.kind = 'mailbox', s.kind = 'webhook', s.id`.execute(db)
  return rows
}

/** Leads that began with a call or a text of a number that nobody knew. */
export async function callersToday(
  { db, now }: QueryContext,
  sources: readonly string[],
  zone: string,
): Promise<{ today: number; last_at: string | null; days: number[] }> {
  const starts = shownFrom(now, zone)
  const { rows } = await sql<{ today: number; last_at: string | null; days: number[] }>`
    WITH made AS (
      SELECT width_bucket(created_at, ${starts}::timestamptz[]) AS on_day, created_at FROM leads
      WHERE source = ANY(${[...sources]}::text[]) AND deleted_at IS NULL AND NOT is_bogus
        AND created_at >= ${starts[0]}::timestamptz),
    by_day AS (
      SELECT place, (SELECT count(*)::int FROM made WHERE on_day = place) AS count
      FROM generate_series(1, ${DAYS_SHOWN}::int) AS place)
    SELECT array_agg(count ORDER BY place) AS days, (SELECT max(created_at) FROM made) AS last_at,
           (array_agg(count ORDER BY place DESC))[1] AS today FROM by_day`.execute(db)
  return rows[0] ?? { today: 0, last_at: null, days: [] }
}

/** What a new source starts with. */
export type NewSource = Pick<Row<'intake_sources'>, 'kind' | 'name' | 'site_id' | 'address' | 'proxies'>

/** Adds a source; `null` when there is one of that name. */
export async function insertSource({ db }: Change, source: NewSource): Promise<number | null> {
  const { rows } = await sql<Pick<Row<'intake_sources'>, 'id'>>`
    INSERT INTO intake_sources (kind, name, site_id, address, proxies)
    VALUES (${source.kind}, ${source.name}, ${source.site_id}, ${source.address}, ${[...source.proxies]}::text[])
    ON CONFLICT (name) DO NOTHING RETURNING id`.execute(db)
  return rows[0]?.id ?? null
}

/** Locks a source, so that its keys change one after the other; `null` when there is none. */
export async function lockSource(
  { db }: Change,
  id: number,
): Promise<Pick<Row<'intake_sources'>, 'id' | 'name' | 'address' | 'proxies' | 'is_active'> | null> {
  const { rows } = await sql<Pick<Row<'intake_sources'>, 'id' | 'name' | 'address' | 'proxies' | 'is_active'>>`
    SELECT id, name, address, proxies, is_active FROM intake_sources WHERE id = ${id} FOR UPDATE`.execute(db)
  return rows[0] ?? null
}

/** Changes a source; false when another one has the name. */
export async function writeSource(
  { db, now }: Change,
  id: number,
  fields: Pick<Row<'intake_sources'>, 'name' | 'address' | 'proxies' | 'is_active'>,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE intake_sources s SET name = ${fields.name}, address = ${fields.address},
      proxies = ${[...fields.proxies]}::text[], is_active = ${fields.is_active}, updated_at = ${now}
    WHERE id = ${id} AND NOT EXISTS (SELECT FROM intake_sources o WHERE o.name = ${fields.name} AND o.id <> s.id)
    RETURNING id`.execute(db)
  return rows.length > 0
}

/** Adds a key, beside the newest one, which is valid until `until`; all older ones end now. */
export async function rotateKey(
  { db, now }: Change,
  sourceId: number,
  key: { hash: Buffer; hint: string; until: Date },
): Promise<void> {
  await sql`
    UPDATE intake_keys k SET expires_at = CASE WHEN k.id = newest.id THEN ${key.until}::timestamptz ELSE ${now}::timestamptz END
    FROM (SELECT max(id) AS id FROM intake_keys WHERE source_id = ${sourceId}
          AND (expires_at IS NULL OR expires_at > ${now})) newest
    WHERE k.source_id = ${sourceId} AND (k.expires_at IS NULL OR k.expires_at > ${now})`.execute(db)
  await sql`
    INSERT INTO intake_keys (source_id, hash, hint, created_at)
    VALUES (${sourceId}, ${key.hash}, ${key.hint}, ${now})`.execute(db)
}

/** Ends a key at once; answers its source, `null` when there is no such valid key. */
export async function endKey({ db, now }: Change, id: number): Promise<number | null> {
  const { rows } = await sql<Pick<Row<'intake_keys'>, 'source_id'>>`
    UPDATE intake_keys SET expires_at = ${now} WHERE id = ${id} AND (expires_at IS NULL OR expires_at > ${now})
    RETURNING source_id`.execute(db)
  return rows[0]?.source_id ?? null
}

/** Whether there is a site of this id that is offered. */
export async function siteExists({ db }: QueryContext, id: number): Promise<boolean> {
  const { rows } = await sql`SELECT FROM sites WHERE id = ${id} AND retired_at IS NULL`.execute(db)
  return rows.length > 0
}
