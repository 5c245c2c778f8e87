import { sql } from 'kysely'
import type { ReadContext } from '../../../platform/server/context.ts'
import type { Db } from '../../../platform/server/database/database.ts'
import type { Row, RowAs } from '../../../platform/server/database/rows.ts'
import type { Feature, FeatureSwitch } from '../contract.ts'
import {
  defaultFeatureOptions,
  type FeatureAnswers,
  type FeatureName,
  type FeatureOptions,
  featureNames,
  type MaintenanceWindow,
} from '../rules.ts'

/** Any number that only changes of rights use. */
const RIGHTS_LOCK = 7_420_032

/** Lets one transaction at a time change rights, until it ends. */
export async function lockRights(db: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${RIGHTS_LOCK})`.execute(db)
}

/** What is kept under each key of the settings table that this feature owns. */
interface Stored {
  maintenance: MaintenanceWindow | null
  notice: string | null
  feature_options: Partial<Record<FeatureName, FeatureOptions>>
  /** The user who takes over the leads that are not for agents. */
  recruiter: number | null
}

/** The value of a setting; `null` when nobody ever set it. */
export async function settingOf<Key extends keyof Stored>(db: Db, key: Key): Promise<Stored[Key] | null> {
  const { rows } = await sql<{ value: Stored[Key] }>`SELECT value FROM settings WHERE key = ${key}`.execute(db)
  return rows[0]?.value ?? null
}

/** The maintenance and the notice, in one look. */
export async function systemState(db: Db): Promise<Pick<Stored, 'maintenance' | 'notice'>> {
  const { rows } = await sql<{ key: 'maintenance' | 'notice'; value: never }>`
    SELECT key, value FROM settings WHERE key IN ('maintenance', 'notice')`.execute(db)
  return { maintenance: null, notice: null, ...Object.fromEntries(rows.map(({ key, value }) => [key, value])) }
}

/** Sets a setting. */
export async function storeSetting<Key extends keyof Stored>(
  db: Db,
  { key, value, by }: { key: Key; value: Stored[Key]; by: number | null },
): Promise<void> {
  await sql`
    INSERT INTO settings (key, value, updated_by) VALUES (${key}, ${JSON.stringify(value)}::jsonb, ${by})
    ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_by = excluded.updated_by, updated_at = now()`.execute(
    db,
  )
}

/** Every feature with its options and switches. */
export async function allFeatures(db: Db): Promise<Feature[]> {
  const { rows } = await sql<RowAs<'feature_flags', FeatureSwitch, 'feature'>>`
    SELECT feature, scope, role, team_id, user_id, enabled FROM feature_flags ORDER BY id`.execute(db)
  const options = (await settingOf(db, 'feature_options')) ?? {}
  const changes = await lastChanges(db)
  return featureNames.map(name => ({
    name,
    ...(options[name] ?? defaultFeatureOptions[name]),
    switches: rows.filter(({ feature }) => feature === name),
    changed: changes.get(name) ?? null,
  }))
}

/** Who changed each feature last, as the audit log knows it. */
async function lastChanges(db: Db): Promise<ReadonlyMap<string, NonNullable<Feature['changed']>>> {
  const { rows } = await sql<{ name: string; at: string; by: string | null }>`
    SELECT name, e.at, trim(u.first_name || ' ' || u.last_name) AS by
    FROM unnest(${[...featureNames]}::text[]) AS name
    CROSS JOIN LATERAL (
      SELECT at, actor_user_id FROM audit_entries WHERE subject = 'feature' AND subject_id = name ORDER BY id DESC LIMIT 1) e
    LEFT JOIN users u ON u.id = e.actor_user_id`.execute(db)
  return new Map(rows.map(({ name, at, by }) => [name, { at, by }]))
}

/** The options of one feature. */
export async function featureOptions(db: Db, name: FeatureName): Promise<FeatureOptions> {
  return (await settingOf(db, 'feature_options'))?.[name] ?? defaultFeatureOptions[name]
}

/** What the feature checks answer the viewer, all at once. */
export async function featureAnswers({ db, viewer }: ReadContext): Promise<FeatureAnswers> {
  const options = (await settingOf(db, 'feature_options')) ?? {}
  return Object.fromEntries(
    featureNames.map(name => [
      name,
      { enabled: viewer.features.has(name), ...(options[name] ?? defaultFeatureOptions[name]) },
    ]),
  )
}

/** Sets a switch, or takes it away when `enabled` is `null`. */
export async function storeSwitch(
  db: Db,
  { feature, scope, role, team_id, user_id, enabled }: Omit<FeatureSwitch, 'enabled'> & { enabled: boolean | null },
): Promise<void> {
  if (enabled === null)
    await sql`
      DELETE FROM feature_flags WHERE feature = ${feature} AND scope = ${scope} AND role IS NOT DISTINCT FROM ${role}
        AND team_id IS NOT DISTINCT FROM ${team_id}::integer AND user_id IS NOT DISTINCT FROM ${user_id}::integer`.execute(
      db,
    )
  else
    await sql`
      INSERT INTO feature_flags (feature, scope, role, team_id, user_id, enabled)
      VALUES (${feature}, ${scope}, ${role}, ${team_id}, ${user_id}, ${enabled})
      ON CONFLICT (feature, scope, role, team_id, user_id) DO UPDATE SET enabled = excluded.enabled`.execute(db)
}

/** Everybody who holds a permission in the end. */
export async function holdersOf(db: Db, permission: string): Promise<Set<number>> {
  const { rows } = await sql<Pick<Row<'users'>, 'id'>>`
    SELECT id FROM users WHERE ${permission} = ANY (permissions_of_user(id))`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Whether the role, team or user that a switch names exists. */
export async function targetExists(
  db: Db,
  { role, team_id, user_id }: Pick<FeatureSwitch, 'role' | 'team_id' | 'user_id'>,
): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    SELECT (${role}::text IS NULL OR EXISTS (SELECT FROM roles WHERE name = ${role}))
      AND (${team_id}::integer IS NULL OR EXISTS (SELECT FROM teams WHERE id = ${team_id}))
      AND (${user_id}::integer IS NULL OR EXISTS (SELECT FROM users WHERE id = ${user_id})) AS exists`.execute(db)
  return rows[0]?.exists ?? false
}

/** Whether any role gives this permission. */
export async function isHeldPermission(db: Db, permission: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM role_permissions WHERE permission = ${permission} LIMIT 1`.execute(db)
  return rows.length > 0
}

/** A municipality with its districts and their neighbourhoods. */
interface Place {
  name: string
  districts: readonly { name: string; neighbourhoods: readonly string[] }[]
}

/** Adds places to the tree of areas; those that are there already stay as they are. Where one was merged, the other stands for it. */
export async function addPlaces(db: Db, places: readonly Place[]): Promise<void> {
  for (const { name, districts } of places) {
    const locality = await addArea(db, 'locality', name, null)
    for (const district of districts) {
      const sublocality = await addArea(db, 'sublocality', district.name, locality)
      await sql`
        INSERT INTO areas (type, name, parent_id)
        SELECT 'neighbourhood', given.name, ${sublocality}::int FROM unnest(${[...district.neighbourhoods]}::text[]) AS given (name)
        WHERE NOT EXISTS (SELECT FROM areas known WHERE known.name = given.name AND known.parent_id = ${sublocality})
        ON CONFLICT DO NOTHING`.execute(db)
    }
  }
}

async function addArea(db: Db, type: string, name: string, parent: number | null): Promise<number> {
  const known = await areaNamed(db, name, parent)
  if (known !== null) return known
  const { rows } = await sql<Pick<Row<'areas'>, 'id'>>`
    INSERT INTO areas (type, name, parent_id) VALUES (${type}, ${name}, ${parent}::int)
    ON CONFLICT DO NOTHING RETURNING id`.execute(db)
  return rows[0]?.id ?? (await areaNamed(db, name, parent)) ?? 0
}

async function areaNamed(db: Db, name: string, parent: number | null): Promise<number | null> {
  const { rows } = await sql<Pick<Row<'areas'>, 'id'>>`
    SELECT coalesce(merged_into, id) AS id FROM areas
    WHERE name = ${name} AND parent_id IS NOT DISTINCT FROM ${parent}::int ORDER BY merged_into NULLS FIRST LIMIT 1`.execute(
    db,
  )
  return rows[0]?.id ?? null
}

/** Adds a site; `null` when there is one of that name. */
export async function addSite(db: Db, { name, domain }: Pick<Row<'sites'>, 'name' | 'domain'>): Promise<number | null> {
  const { rows } = await sql<Pick<Row<'sites'>, 'id'>>`
    INSERT INTO sites (name, domain) VALUES (${name}, ${domain}) ON CONFLICT (name) DO NOTHING RETURNING id`.execute(db)
  return rows[0]?.id ?? null
}
