import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import type { Ladders, Rung, Stamp } from '../../contract/ladders.ts'
import { inOrder } from '../../rules/ladder.ts'
import type { QuotaType } from '../../rules/quotaTypes.ts'

/** Name of the advisory lock of ladders and of where agents stand on them. */
const LADDERS = 0x71756f74

/** Lets one transaction at a time publish rules, or move agents on them. */
export async function lockLadders({ db }: Change): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${LADDERS}::int)`.execute(db)
}

/** The rules in force, each ladder from its lowest rung up. */
export async function laddersInForce({ db }: QueryContext): Promise<Ladders> {
  const { rows } = await sql<Rung & { type: QuotaType }>`
    SELECT id, type, daily, weekly, next, previous, next_conditions FROM quota_rules WHERE removed_at IS NULL
    ORDER BY id`.execute(db)
  const ofType = (wanted: QuotaType) =>
    inOrder(rows.filter(({ type }) => type === wanted).map(({ type: _, ...rung }) => rung))
  return { rental: ofType('rental'), buyer: ofType('buyer') }
}

/** Reserves ids for rules that are written later. */
export async function newRuleIds({ db }: Change, count: number): Promise<number[]> {
  const { rows } = await sql<Pick<Row<'quota_rules'>, 'id'>>`
    SELECT nextval(pg_get_serial_sequence('quota_rules', 'id'))::int AS id FROM generate_series(1, ${count}::int)`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Writes both ladders: rules that are new or were removed before are there again, those that are missing are removed. */
export async function writeLadders({ db, now }: Change, ladders: Ladders): Promise<void> {
  const rules = Object.entries(ladders).flatMap(([type, rungs]) => rungs.map(rung => ({ type, ...rung })))
  await sql`
    INSERT INTO quota_rules (id, type, daily, weekly, next, previous, next_conditions, created_at) OVERRIDING SYSTEM VALUE
    SELECT id, type, daily, weekly, next, previous, next_conditions, ${now}
    FROM jsonb_to_recordset(${JSON.stringify(rules)}::jsonb)
      AS r (id int, type text, daily int, weekly int, next int, previous int, next_conditions jsonb)
    ON CONFLICT (id) DO UPDATE SET daily = excluded.daily, weekly = excluded.weekly, next = excluded.next,
      previous = excluded.previous, next_conditions = excluded.next_conditions, removed_at = NULL`.execute(db)
  await sql`
    UPDATE quota_rules SET removed_at = ${now}, next = NULL, previous = NULL
    WHERE removed_at IS NULL AND NOT (id = ANY(${rules.map(({ id }) => id)}::int[]))`.execute(db)
}

/** Agents who stood on a rung that was removed: from where, to where. Without `to` they stand on the lowest again. */
export interface RungMove {
  agent_id: number
  type: QuotaType
  from: number
  to: number | null
}

/** A published version as the table has it. */
export interface StoredVersion {
  number: number
  ladders: Ladders
  moves: RungMove[]
  draft: StoredDraft | null
  restores: number | null
  published: Stamp
}

const stamp = sql`jsonb_build_object(
  'at', to_char(v.published_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
  'by', trim(u.first_name || ' ' || u.last_name)) AS published`
const versionColumns = sql`v.number, v.ladders, v.moves, v.draft, v.restores, ${stamp}
  FROM quota_versions v LEFT JOIN users u ON u.id = v.published_by`

/** The version that is in force; `null` before the first. */
export async function newestVersion({ db }: QueryContext): Promise<StoredVersion | null> {
  const { rows } = await sql<StoredVersion>`SELECT ${versionColumns} ORDER BY v.number DESC LIMIT 1`.execute(db)
  return rows[0] ?? null
}

/** A version by its number; `null` when there is none. */
export async function versionOf({ db }: QueryContext, number: number): Promise<StoredVersion | null> {
  const { rows } = await sql<StoredVersion>`SELECT ${versionColumns} WHERE v.number = ${number}::int`.execute(db)
  return rows[0] ?? null
}

/** Versions from the newest down, those below `below` when it is given. */
export async function versionsBelow(
  { db }: QueryContext,
  { below, limit, offset }: { below: number | null; limit: number; offset: number },
): Promise<StoredVersion[]> {
  const { rows } = await sql<StoredVersion>`
    SELECT ${versionColumns} WHERE ${below === null ? sql`true` : sql`v.number < ${below}`}
    ORDER BY v.number DESC LIMIT ${limit} OFFSET ${offset}`.execute(db)
  return rows
}

/** How many versions there are. */
export async function numberOfVersions({ db }: QueryContext): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM quota_versions`.execute(db)
  return rows[0]?.count ?? 0
}

/** Adds the next version; answers its number. */
export async function insertVersion(
  { db, now, author }: Change,
  { ladders, moves, draft, restores }: Pick<StoredVersion, 'ladders' | 'moves' | 'draft' | 'restores'>,
): Promise<number> {
  const { rows } = await sql<Pick<Row<'quota_versions'>, 'number'>>`
    INSERT INTO quota_versions (number, ladders, moves, draft, restores, published_at, published_by)
    SELECT coalesce(max(number), 0) + 1, ${JSON.stringify(ladders)}::jsonb, ${JSON.stringify(moves)}::jsonb,
      ${draft && JSON.stringify(draft)}::jsonb, ${restores}::int, ${now}, ${author?.user_id ?? null}::int
    FROM quota_versions RETURNING number`.execute(db)
  return rows[0]?.number ?? 0
}

/** The draft as the table has it. */
export interface StoredDraft {
  ladders: Ladders
  changed: Record<string, Stamp>
  based_on: number
  version: number
}

/** The draft; `null` while there is none. */
export async function storedDraft({ db }: QueryContext): Promise<StoredDraft | null> {
  const { rows } = await sql<StoredDraft>`SELECT ladders, changed, based_on, version FROM quota_drafts`.execute(db)
  return rows[0] ?? null
}

/** Writes the draft, whether or not there was one. */
export async function writeDraft(
  { db, now }: Change,
  { ladders, changed, based_on }: Omit<StoredDraft, 'version'>,
): Promise<void> {
  await sql`
    INSERT INTO quota_drafts (ladders, changed, based_on, updated_at)
    VALUES (${JSON.stringify(ladders)}::jsonb, ${JSON.stringify(changed)}::jsonb, ${based_on}, ${now})
    ON CONFLICT (id) DO UPDATE SET ladders = excluded.ladders, changed = excluded.changed, updated_at = excluded.updated_at,
      version = quota_drafts.version + 1`.execute(db)
}

/** Drops the draft. */
export async function deleteDraft({ db }: Change): Promise<void> {
  await sql`DELETE FROM quota_drafts`.execute(db)
}
