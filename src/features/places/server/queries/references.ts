import { type RawBuilder, sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import { rebuildSearches } from '../../../alerts/server/queries/alerts.ts'
import type { Referring } from '../../contract.ts'
import { type NewArea, withAreas } from '../../rules/locations.ts'

/** Which areas are called otherwise from now on. */
type Changes = ReadonlyMap<number, NewArea>

/** Something that refers to areas. */
interface AreaReference {
  /** Where, as `table.column`. */
  column: string
  /** What is counted for a preview: "leads". `null` where another entry counts the same. */
  counted: { name: string; where: (ids: number[]) => RawBuilder<boolean>; from: RawBuilder<unknown> } | null
  /** Has it refer to the areas as they are now. `null` where the background does, or the tree itself. */
  follow: ((ctx: Change, changes: Changes) => Promise<void>) | null
}

const idsOf = (changes: Changes): number[] => [...changes.keys()]

/** What replaces what, for the database. */
const pairsOf = (changes: Changes) => sql`
  jsonb_to_recordset(${JSON.stringify([...changes].map(([old, { id }]) => ({ old, new: id })))}::jsonb) AS pair (old int, new int)`

/** A list of ids in which other areas stand for some, in their order and each once. */
const replaced = (list: RawBuilder<unknown>, changes: Changes) => sql`
  ARRAY(SELECT id FROM (
    SELECT coalesce(pair.new, held.id) AS id, min(held.place) AS place
    FROM unnest(${list}) WITH ORDINALITY AS held (id, place) LEFT JOIN ${pairsOf(changes)} ON pair.old = held.id
    GROUP BY coalesce(pair.new, held.id)) named ORDER BY place)`

/** Rows whose kept questions name areas somewhere: `"area_id": 12`. */
const asks = (column: RawBuilder<unknown>, ids: readonly number[]) => sql<boolean>`
  jsonb_path_exists(${column}, '$.**.area_id ? (@ == $ids[*])', jsonb_build_object('ids', to_jsonb(${[...ids]}::int[])))`

/** Kept questions, whose areas are replaced wherever they stand in them. */
const question = (table: string, key: string, column: string, name: string | null): AreaReference => {
  const [of, id, kept] = [sql.table(table), sql.ref(key), sql.ref(column)]
  return {
    column: `${table}.${column}`,
    counted: name === null ? null : { name, from: of, where: ids => asks(kept, ids) },
    async follow({ db }, changes) {
      const { rows } = await sql<{ id: number; kept: unknown }>`
        SELECT ${id} AS id, ${kept} AS kept FROM ${of} WHERE ${asks(kept, idsOf(changes))} ORDER BY 1 FOR UPDATE`.execute(
        db,
      )
      for (const row of rows)
        await sql`
          UPDATE ${of} SET ${kept} = ${JSON.stringify(withAreas(row.kept, changes))}::jsonb WHERE ${id} = ${row.id}`.execute(
          db,
        )
    },
  }
}

/** Whatever refers to areas: a preview counts it, a merge and a move have it follow. A test finds what is missing here. */
export const areaReferences: readonly AreaReference[] = [
  {
    column: 'lead_areas.area_id',
    counted: { name: 'leads', from: sql`lead_areas`, where: ids => sql`area_id = ANY(${ids}::int[])` },
    follow: null,
  },
  { column: 'leads.area_ids', counted: null, follow: null },
  {
    column: 'agents.area_ids',
    counted: { name: 'agents', from: sql`agents`, where: ids => sql`area_ids && ${ids}::int[]` },
    async follow({ db }, changes) {
      await sql`
        UPDATE agents SET area_ids = ${replaced(sql`area_ids`, changes)} WHERE area_ids && ${idsOf(changes)}::int[]`.execute(
        db,
      )
    },
  },
  {
    column: 'listings.area_ids',
    counted: { name: 'homes', from: sql`listings`, where: ids => sql`area_ids && ${ids}::int[]` },
    // Homes lie in an area with all around it, which a move changes too: see `placeListings`.
    follow: null,
  },
  {
    column: 'alerts.criteria',
    counted: {
      name: 'listing alerts',
      from: sql`alerts`,
      where: ids =>
        sql`deleted_at IS NULL AND criteria -> 'areas' @> ANY (ARRAY(SELECT to_jsonb(id) FROM unnest(${ids}::int[]) AS id))`,
    },
    async follow(ctx, changes) {
      const { rows } = await sql<{ id: number }>`
        UPDATE alerts SET version = version + 1, criteria = jsonb_set(criteria, '{areas}', to_jsonb(
          ${replaced(sql`ARRAY(SELECT area::int FROM jsonb_array_elements(criteria -> 'areas') AS area)`, changes)}))
        WHERE criteria -> 'areas' @> ANY (ARRAY(SELECT to_jsonb(id) FROM unnest(${idsOf(changes)}::int[]) AS id))
        RETURNING id`.execute(ctx.db)
      await rebuildSearches(
        ctx,
        rows.map(({ id }) => id),
      )
    },
  },
  // Made anew from the criteria.
  { column: 'alert_searches.area_id', counted: null, follow: null },
  question('saved_views', 'id', 'filters', 'saved views'),
  question('campaign_views', 'campaign_id', 'question', 'campaigns that follow a view'),
  question('automation_versions', 'id', 'definition', 'versions of automations'),
  { column: 'areas.parent_id', counted: null, follow: null },
  { column: 'areas.merged_into', counted: null, follow: null },
]

/** How much refers to any of these areas; what nothing refers to is left out. */
export async function countReferring({ db }: QueryContext, ids: readonly number[]): Promise<Referring[]> {
  const found: Referring[] = []
  for (const { counted } of areaReferences) {
    if (!counted) continue
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM ${counted.from} WHERE ${counted.where([...ids])}`.execute(db)
    const count = rows[0]?.count ?? 0
    if (count > 0) found.push({ name: counted.name, count })
  }
  return found
}

/** Has everything but leads and homes call these areas as they are called now. */
export async function followAreas(ctx: Change, changes: Changes): Promise<void> {
  if (changes.size === 0) return
  for (const { follow } of areaReferences) await follow?.(ctx, changes)
}

/** Puts the homes of areas where those lie now: each home has its own area and all around it, from the inside out. */
export async function placeListings(
  { db }: Change,
  paths: readonly { id: number; path: readonly number[] }[],
): Promise<void> {
  if (paths.length === 0) return
  await sql`
    UPDATE listings l SET area_ids = ARRAY(SELECT step::int FROM jsonb_array_elements(place.path) WITH ORDINALITY AS p (step, nth) ORDER BY nth)
    FROM jsonb_to_recordset(${JSON.stringify(paths)}::jsonb) AS place (id int, path jsonb)
    WHERE l.area_ids[1] = place.id`.execute(db)
}

/** Leads of merged areas are moved so many at a time; answers whether there may be more. */
export async function moveLeads({ db, now }: Change, from: number, limit: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    WITH chosen AS (
      SELECT id FROM leads WHERE id IN (SELECT lead_id FROM lead_areas WHERE area_id = ${from} ORDER BY lead_id LIMIT ${limit})
      ORDER BY id FOR UPDATE),
    pair AS (SELECT merged_into AS into_id FROM areas WHERE id = ${from} AND merged_into IS NOT NULL),
    moved AS (
      UPDATE leads l SET updated_at = ${now}, area_ids = CASE
        WHEN pair.into_id = ANY(l.area_ids) THEN array_remove(l.area_ids, ${from}::int)
        ELSE array_replace(l.area_ids, ${from}::int, pair.into_id) END
      FROM chosen, pair WHERE l.id = chosen.id RETURNING l.id, pair.into_id),
    put AS (
      INSERT INTO lead_areas (lead_id, area_id, position)
      SELECT moved.id, moved.into_id, held.position
      FROM moved JOIN lead_areas held ON held.lead_id = moved.id AND held.area_id = ${from}
      ON CONFLICT DO NOTHING)
    DELETE FROM lead_areas USING moved WHERE lead_id = moved.id AND area_id = ${from} RETURNING moved.id`.execute(db)
  return rows.length
}
