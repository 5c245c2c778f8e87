import { sql } from 'kysely'
import type { Change } from '../../../../platform/server/context.ts'
import type { mergePlan } from '../../rules/tree.ts'
import { areaReferences } from './references.ts'

type NewMerge = { area_id: number; into_id: number } & ReturnType<typeof mergePlan>

/** Records a merge and where its areas lie before it, with those that were merged into them earlier. Answers its id. */
export async function insertMerge(ctx: Change, { area_id, into_id, merges, moves }: NewMerge): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO area_merges (area_id, into_id, merged_at, merged_by)
    VALUES (${area_id}, ${into_id}, ${ctx.now}, ${ctx.author?.user_id ?? null}::int) RETURNING id`.execute(ctx.db)
  const id = rows[0]?.id ?? 0
  const plan = [...merges.map(({ from, into }) => ({ id: from, into })), ...moves.map(move => ({ id: move.id }))]
  await sql`
    WITH plan AS (SELECT id, "into" FROM jsonb_to_recordset(${JSON.stringify(plan)}::jsonb) AS plan (id int, "into" int))
    INSERT INTO area_merge_areas (merge_id, area_id, parent_id, type, merged_into, into_id)
    SELECT ${id}::int, a.id, a.parent_id, a.type, a.merged_into, plan."into"
    FROM areas a JOIN plan ON plan.id = a.id OR (plan.id = a.merged_into AND plan."into" IS NOT NULL)`.execute(ctx.db)
  return id
}

interface Touched {
  merge_id: number
  area_id: number
  /** Areas that others stand for from now on. */
  merged: readonly number[]
  /** Areas that move, whose kind may change, which questions name. */
  moved: readonly number[]
}

/** Records what refers to areas before a merge changes it, locked until then. */
export async function recordReferring({ db }: Change, { merge_id, area_id, merged, moved }: Touched): Promise<void> {
  for (const { column, recorded } of areaReferences) {
    if (!recorded) continue
    const { table, key, value, isQuestion, where } = recorded
    await sql`
      INSERT INTO area_merge_rows (merge_id, area_id, place, row_id, had)
      SELECT ${merge_id}::int, ${area_id}::int, ${column}, ${sql.ref(key)}, ${value} FROM ${sql.table(table)}
      WHERE ${where(isQuestion ? [...merged, ...moved] : merged)} ORDER BY ${sql.ref(key)} FOR UPDATE`.execute(db)
  }
}

/** Records what a merge made of it; what it left alone needs no record. */
export async function recordWritten({ db }: Change, merge_id: number): Promise<void> {
  for (const { column, recorded } of areaReferences) {
    if (!recorded) continue
    await sql`
      UPDATE area_merge_rows SET written = ${recorded.value} FROM ${sql.table(recorded.table)}
      WHERE merge_id = ${merge_id} AND place = ${column} AND row_id = ${sql.ref(recorded.key)}`.execute(db)
  }
  await sql`DELETE FROM area_merge_rows WHERE merge_id = ${merge_id} AND had = written`.execute(db)
}

/** Records which homes lie in the merged areas themselves. */
export async function recordHomes({ db }: Change, merge_id: number, merged: readonly number[]): Promise<void> {
  await sql`
    INSERT INTO area_merge_rows (merge_id, area_id, place, row_id)
    SELECT ${merge_id}::int, area_ids[1], 'listings.area_ids', id FROM listings
    WHERE area_ids[1] = ANY(${[...merged]}::int[])`.execute(db)
}

/** Deletes records of merges that were made before a moment and can no longer be undone; answers how many, `limit` at the most. */
export async function deleteRecordsBefore({ db }: Change, moment: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    DELETE FROM area_merge_rows WHERE ctid IN (
      SELECT r.ctid FROM area_merge_rows r JOIN area_merges m ON m.id = r.merge_id
      WHERE m.merged_at < ${moment} LIMIT ${limit})`.execute(db)
  return Number(numAffectedRows ?? 0)
}
