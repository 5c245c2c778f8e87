import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import { conflict } from '../../../../platform/server/errors.ts'
import type { AreaType } from '../../../leads/contract/record.ts'
import type { ManagedArea } from '../../contract.ts'

/** An area as it is kept. */
export type StoredArea = Pick<
  Row<'areas'>,
  'id' | 'type' | 'name' | 'parent_id' | 'retired_at' | 'merged_into' | 'version'
>

const columns = sql`id, type, name, parent_id, retired_at, merged_into, version`

/** Name of the advisory lock of the tree. */
const TREE = 7_420_041

/** Lets one transaction at a time change the tree, until it ends: what a rule said of it stays true. */
export async function lockTree({ db }: Change): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${TREE})`.execute(db)
}

/** An area by its id, merged ones too. */
export async function storedArea({ db }: QueryContext, id: number): Promise<StoredArea | null> {
  const { rows } = await sql<StoredArea>`SELECT ${columns} FROM areas WHERE id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** All areas that are in the tree. */
export async function liveAreas({ db }: QueryContext): Promise<StoredArea[]> {
  const { rows } = await sql<StoredArea>`
    SELECT ${columns} FROM areas WHERE merged_into IS NULL ORDER BY lower(name), id`.execute(db)
  return rows
}

/** The areas with how much refers to each; `id` asks for one. */
export async function managedAreas({ db }: QueryContext, id: number | null = null): Promise<ManagedArea[]> {
  const { rows } = await sql<ManagedArea>`
    WITH looking AS (
      SELECT area_id, count(*)::int AS leads FROM lead_areas GROUP BY area_id),
    arriving AS (
      SELECT area_id, sum(leads)::int AS leads FROM (
        SELECT a.merged_into AS area_id, l.leads FROM areas a JOIN looking l ON l.area_id = a.id
        WHERE a.merged_into IS NOT NULL
        UNION ALL
        SELECT r.area_id, count(*) FROM area_merges m JOIN area_merge_rows r ON r.merge_id = m.id
        WHERE m.undone_at IS NOT NULL AND r.place = 'leads.area_ids' GROUP BY r.area_id) coming
      GROUP BY area_id),
    taking AS (
      SELECT area_id, count(*)::int AS agents FROM agents, unnest(area_ids) AS area_id GROUP BY area_id)
    SELECT a.id, a.type, a.name, a.parent_id, a.retired_at IS NOT NULL AS is_retired, a.version,
      coalesce(l.leads, 0) AS leads, coalesce(t.agents, 0) AS agents, coalesce(c.leads, 0) AS arriving
    FROM areas a LEFT JOIN looking l ON l.area_id = a.id LEFT JOIN taking t ON t.area_id = a.id
      LEFT JOIN arriving c ON c.area_id = a.id
    WHERE a.merged_into IS NULL AND (${id}::int IS NULL OR a.id = ${id})
    ORDER BY lower(a.name), a.id`.execute(db)
  return rows
}

/** Names of areas, those that were merged too. */
export async function areaNames({ db }: QueryContext, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<Pick<Row<'areas'>, 'id' | 'name'>>`
    SELECT id, name FROM areas WHERE id = ANY(${[...ids]}::int[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Adds areas below one parent; answers their ids in the order of the names. */
export async function insertAreas(
  { db }: Change,
  { type, parent_id, names }: { type: AreaType; parent_id: number | null; names: readonly string[] },
): Promise<number[]> {
  const { rows } = await sql<Pick<Row<'areas'>, 'id'>>`
    INSERT INTO areas (type, name, parent_id)
    SELECT ${type}, name, ${parent_id}::int FROM unnest(${[...names]}::text[]) WITH ORDINALITY AS given (name, place)
    ORDER BY place RETURNING id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Writes columns of an area, one version on. */
export async function writeArea({ db }: Change, area: StoredArea): Promise<StoredArea> {
  const { rows } = await sql<StoredArea>`
    UPDATE areas SET name = ${area.name}, parent_id = ${area.parent_id}::int, type = ${area.type},
      retired_at = ${area.retired_at}::timestamptz, merged_into = ${area.merged_into}::int, version = version + 1
    WHERE id = ${area.id} RETURNING ${columns}`.execute(db)
  if (!rows[0]) throw conflict(`“${area.name}” is gone.`)
  return rows[0]
}

/** Writes the kinds of areas that lie deeper or less deep than before. */
export async function writeTypes({ db }: Change, types: readonly { id: number; type: AreaType }[]): Promise<void> {
  await sql`
    UPDATE areas SET type = given.type FROM jsonb_to_recordset(${JSON.stringify(types)}::jsonb) AS given (id int, type text)
    WHERE areas.id = given.id AND areas.type <> given.type`.execute(db)
}

/** Lets what was merged into one area stand for another from now on. */
export async function repointMerged({ db }: Change, from: number, into: number): Promise<void> {
  await sql`UPDATE areas SET merged_into = ${into} WHERE merged_into = ${from}`.execute(db)
}
