import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Referring } from '../../contract.ts'
import { listBack, type MergedPair, questionBack } from '../../rules/undoing.ts'
import { areaReferences, idsIn, type RecordedReference } from './references.ts'

interface RecordedRow {
  id: number
  had: unknown
  written: unknown
  now: unknown
}

interface Back {
  id: number
  value: unknown
}

/** What a merge recorded of one kind of reference, with what stands there now. */
async function recordedRows(
  { db }: QueryContext,
  merge_id: number,
  {
    column,
    recorded: { table, key, value },
    isLocked,
  }: { column: string; recorded: RecordedReference; isLocked: boolean },
): Promise<RecordedRow[]> {
  const { rows } = await sql<RecordedRow>`
    SELECT row_id AS id, had, written, ${value} AS now
    FROM area_merge_rows JOIN ${sql.table(table)} ON ${sql.ref(`${table}.${key}`)} = row_id
    WHERE merge_id = ${merge_id} AND place = ${column} ORDER BY row_id
    ${isLocked ? sql`FOR UPDATE OF ${sql.table(table)}` : sql``}`.execute(db)
  return rows
}

const ids = (list: unknown): number[] => (Array.isArray(list) ? list.map(Number) : [])

/** What the undo writes; a row that is left out stays. */
function backOf(rows: readonly RecordedRow[], { isQuestion }: RecordedReference, pairs: readonly MergedPair[]): Back[] {
  return rows.flatMap(row => {
    const { id, had, written, now } = row
    const value = isQuestion
      ? questionBack(now, row)
      : listBack(ids(now), { had: ids(had), written: ids(written) }, pairs)
    return value === null ? [] : [{ id, value }]
  })
}

/** Gives everything but leads and homes the merged areas back that it had; answers how many questions it left, as they were changed since. */
export async function restoreReferring(ctx: Change, merge_id: number, pairs: readonly MergedPair[]): Promise<number> {
  let left = 0
  for (const { column, recorded } of areaReferences) {
    if (!recorded) continue
    const rows = await recordedRows(ctx, merge_id, { column, recorded, isLocked: true })
    const back = backOf(rows, recorded, pairs)
    if (recorded.isQuestion) left += rows.length - back.length
    const given = sql`jsonb_to_recordset(${JSON.stringify(back)}::jsonb) AS given (id int, value jsonb)`
    if (back.length > 0) await recorded.write(ctx, given)
  }
  return left
}

/** Puts homes back that lay in a merged area itself, unless they were placed elsewhere since. */
export async function restoreHomes(
  { db }: Change,
  merge_id: number,
  places: readonly (MergedPair & { path: readonly number[] })[],
): Promise<void> {
  await sql`
    UPDATE listings l SET area_ids = ${idsIn(sql`given.path`)}
    FROM area_merge_rows r JOIN jsonb_to_recordset(${JSON.stringify(places)}::jsonb) AS given ("from" int, "into" int, path jsonb)
      ON given."from" = r.area_id
    WHERE r.merge_id = ${merge_id} AND r.place = 'listings.area_ids' AND r.row_id = l.id
      AND l.area_ids[1] = given."into"`.execute(db)
}

/** Deletes what an undone merge recorded, except leads, which come back in batches. */
export async function deleteRestored({ db }: Change, merge_id: number): Promise<void> {
  await sql`
    DELETE FROM area_merge_rows WHERE merge_id = ${merge_id} AND place <> 'leads.area_ids'`.execute(db)
}

/** How many leads and homes an undo would bring back: those that have moved and still refer to the other area, and those on their way. */
async function countMoved({ db }: QueryContext, merge_id: number): Promise<Referring[]> {
  const { rows } = await sql<{ leads: number; homes: number }>`
    WITH pair AS (
      SELECT area_id, into_id FROM area_merge_areas
      WHERE merge_id = ${merge_id} AND into_id IS NOT NULL AND merged_into IS NULL),
    held AS (
      SELECT pair.into_id, r.place, r.row_id FROM area_merge_rows r JOIN pair USING (area_id) WHERE r.merge_id = ${merge_id})
    SELECT (SELECT count(*)::int FROM (
        SELECT lead_id FROM lead_areas JOIN pair USING (area_id)
        UNION SELECT a.lead_id FROM held JOIN lead_areas a ON a.lead_id = held.row_id AND a.area_id = held.into_id
        WHERE held.place = 'leads.area_ids') found) AS leads,
      (SELECT count(*)::int FROM held JOIN listings l ON l.id = held.row_id AND l.area_ids[1] = held.into_id
       WHERE held.place = 'listings.area_ids') AS homes`.execute(db)
  const { leads = 0, homes = 0 } = rows[0] ?? {}
  return [
    { name: 'leads', count: leads },
    { name: 'homes', count: homes },
  ]
}

/** How much an undo would bring back, and how many questions it would leave, as they were changed since. */
export async function countRestored(
  ctx: QueryContext,
  merge_id: number,
  pairs: readonly MergedPair[],
): Promise<{ returning: Referring[]; changed: number }> {
  const returning = await countMoved(ctx, merge_id)
  let changed = 0
  for (const { column, counted, recorded } of areaReferences) {
    if (!counted || !recorded) continue
    const rows = await recordedRows(ctx, merge_id, { column, recorded, isLocked: false })
    const back = backOf(rows, recorded, pairs)
    if (recorded.isQuestion) changed += rows.length - back.length
    returning.push({ name: counted.name, count: back.length })
  }
  return { returning: returning.filter(({ count }) => count > 0), changed }
}
