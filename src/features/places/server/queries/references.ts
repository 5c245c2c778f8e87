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
  /** How a merge records it before it follows, and an undo brings it back. `null` where it does not follow. */
  recorded: RecordedReference | null
}

/** What a merge records of rows that refer to areas: their list of areas, or all of the question that names some. */
export interface RecordedReference {
  table: string
  key: string
  /** As JSON. */
  value: RawBuilder<unknown>
  isQuestion: boolean
  where(ids: readonly number[]): RawBuilder<boolean>
  /** Writes other values; `given` has them as rows of `id` and `value`. */
  write(ctx: Change, given: RawBuilder<unknown>): Promise<void>
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

/** A JSON list of ids as an array. */
export const idsIn = (list: RawBuilder<unknown>) => sql`
  ARRAY(SELECT held.id::int FROM jsonb_array_elements(${list}) WITH ORDINALITY AS held (id, place) ORDER BY held.place)`

/** Rows whose kept questions name areas somewhere: `"area_id": 12`. */
const asks = (column: RawBuilder<unknown>, ids: readonly number[]) => sql<boolean>`
  jsonb_path_exists(${column}, '$.**.area_id ? (@ == $ids[*])', jsonb_build_object('ids', to_jsonb(${[...ids]}::int[])))`

/** Kept questions, whose areas are replaced wherever they stand in them. */
const question = (table: string, key: string, column: string, name: string): AreaReference => {
  const [of, id, kept] = [sql.table(table), sql.ref(key), sql.ref(column)]
  return {
    column: `${table}.${column}`,
    counted: { name, from: of, where: ids => asks(kept, ids) },
    recorded: {
      table,
      key,
      value: kept,
      isQuestion: true,
      where: ids => asks(kept, ids),
      async write({ db }, given) {
        await sql`UPDATE ${of} SET ${kept} = given.value FROM ${given} WHERE ${sql.ref(`${table}.${key}`)} = given.id`.execute(
          db,
        )
      },
    },
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

const ofAgents = (ids: readonly number[]) => sql<boolean>`area_ids && ${[...ids]}::int[]`

const ofAlerts = (ids: readonly number[]) => sql<boolean>`
  criteria -> 'areas' @> ANY (ARRAY(SELECT to_jsonb(id) FROM unnest(${[...ids]}::int[]) AS id))`

/** What the tree itself holds, the background or somebody else looks after. */
const onlyListed = (column: string): AreaReference => ({ column, counted: null, follow: null, recorded: null })

/** Whatever refers to areas: a preview counts it, a merge and a move have it follow. A test finds what is missing here. */
export const areaReferences: readonly AreaReference[] = [
  {
    column: 'lead_areas.area_id',
    counted: { name: 'leads', from: sql`lead_areas`, where: ids => sql`area_id = ANY(${ids}::int[])` },
    follow: null,
    recorded: null,
  },
  onlyListed('leads.area_ids'),
  {
    column: 'agents.area_ids',
    counted: { name: 'agents', from: sql`agents`, where: ofAgents },
    async follow({ db }, changes) {
      await sql`
        UPDATE agents SET area_ids = ${replaced(sql`area_ids`, changes)} WHERE ${ofAgents(idsOf(changes))}`.execute(db)
    },
    recorded: {
      table: 'agents',
      key: 'id',
      value: sql`to_jsonb(area_ids)`,
      isQuestion: false,
      where: ofAgents,
      async write({ db }, given) {
        await sql`
          UPDATE agents SET area_ids = ${idsIn(sql`given.value`)} FROM ${given} WHERE agents.id = given.id`.execute(db)
      },
    },
  },
  {
    column: 'listings.area_ids',
    counted: { name: 'homes', from: sql`listings`, where: ids => sql`area_ids && ${ids}::int[]` },
    // Homes lie in an area with all around it, which a move changes too: see `placeListings`.
    follow: null,
    recorded: null,
  },
  {
    column: 'alerts.criteria',
    counted: {
      name: 'listing alerts',
      from: sql`alerts`,
      where: ids => sql`deleted_at IS NULL AND ${ofAlerts(ids)}`,
    },
    async follow(ctx, changes) {
      const { rows } = await sql<{ id: number }>`
        UPDATE alerts SET version = version + 1, criteria = jsonb_set(criteria, '{areas}', to_jsonb(
          ${replaced(sql`ARRAY(SELECT area::int FROM jsonb_array_elements(criteria -> 'areas') AS area)`, changes)}))
        WHERE ${ofAlerts(idsOf(changes))} RETURNING id`.execute(ctx.db)
      await rebuildSearches(
        ctx,
        rows.map(({ id }) => id),
      )
    },
    recorded: {
      table: 'alerts',
      key: 'id',
      value: sql`criteria -> 'areas'`,
      isQuestion: false,
      where: ofAlerts,
      async write(ctx, given) {
        const { rows } = await sql<{ id: number }>`
          UPDATE alerts SET version = version + 1, criteria = jsonb_set(criteria, '{areas}', given.value)
          FROM ${given} WHERE alerts.id = given.id RETURNING alerts.id`.execute(ctx.db)
        await rebuildSearches(
          ctx,
          rows.map(({ id }) => id),
        )
      },
    },
  },
  // Made anew from the criteria.
  onlyListed('alert_searches.area_id'),
  question('saved_views', 'id', 'filters', 'saved views'),
  question('campaign_views', 'campaign_id', 'question', 'campaigns that follow a view'),
  question('automation_versions', 'id', 'definition', 'versions of automations'),
  onlyListed('areas.parent_id'),
  onlyListed('areas.merged_into'),
  // What was before merges.
  ...['area_merges.area_id', 'area_merges.into_id', 'area_merge_rows.area_id'].map(onlyListed),
  ...['area_id', 'parent_id', 'merged_into', 'into_id'].map(name => onlyListed(`area_merge_areas.${name}`)),
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
    UPDATE listings l SET area_ids = ${idsIn(sql`place.path`)}
    FROM jsonb_to_recordset(${JSON.stringify(paths)}::jsonb) AS place (id int, path jsonb)
    WHERE l.area_ids[1] = place.id`.execute(db)
}
