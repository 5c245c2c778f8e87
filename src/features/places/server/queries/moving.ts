import { sql } from 'kysely'
import type { Change } from '../../../../platform/server/context.ts'
import { agreeAreas } from '../../../leads/server/queries/records.ts'
import { listBack, type MergedPair } from '../../rules/undoing.ts'
import { idsIn } from './references.ts'

/** Where the leads of a merged area go. */
export interface LeadStep {
  into_id: number
  /** The merge that records them; `null` for one from before merges were recorded. */
  merge_id: number | null
}

const ofArea = (area_id: number) => sql`
  FROM area_merge_areas r JOIN area_merges m ON m.id = r.merge_id
  WHERE r.area_id = ${area_id} AND r.into_id IS NOT NULL AND r.merged_into IS NULL AND m.undone_at IS NULL`

/**
 * Where the leads of a merged area go: one step, also where what stands for it was merged since, so that each merge records them. Nobody
 * undoes that merge until the transaction ends. `null` for an area that is in the tree.
 */
export async function stepOf({ db }: Change, area_id: number): Promise<LeadStep | null> {
  const recorded = await sql<LeadStep>`
    SELECT r.into_id, m.id AS merge_id ${ofArea(area_id)} FOR SHARE OF m`.execute(db)
  if (recorded.rows[0]) return recorded.rows[0]
  const { rows } = await sql<LeadStep>`
    SELECT merged_into AS into_id, NULL AS merge_id FROM areas
    WHERE id = ${area_id} AND merged_into IS NOT NULL AND NOT EXISTS (SELECT ${ofArea(area_id)})`.execute(db)
  return rows[0] ?? null
}

/** Whether another area stands for this one; that stays so until the transaction ends. */
export async function isMerged({ db }: Change, area_id: number): Promise<boolean> {
  const { rows } = await sql<{ is_merged: boolean }>`
    SELECT merged_into IS NOT NULL AS is_merged FROM areas WHERE id = ${area_id} FOR SHARE`.execute(db)
  return rows[0]?.is_merged ?? false
}

/** Moves so many leads of a merged area a step on; answers how many it found. */
export async function moveLeads(
  { db, now }: Change,
  from: number,
  { step: { into_id, merge_id }, limit }: { step: LeadStep; limit: number },
): Promise<number> {
  const chosen = await sql<{ id: number }>`
    SELECT id FROM leads WHERE id IN (SELECT lead_id FROM lead_areas WHERE area_id = ${from} ORDER BY lead_id LIMIT ${limit})
    ORDER BY id FOR UPDATE`.execute(db)
  const ids = chosen.rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  const moved = sql`
    CASE WHEN ${into_id}::int = ANY(area_ids) THEN array_remove(area_ids, ${from}::int)
    ELSE array_replace(area_ids, ${from}::int, ${into_id}::int) END`
  if (merge_id !== null)
    await sql`
      INSERT INTO area_merge_rows (merge_id, area_id, place, row_id, had, written)
      SELECT ${merge_id}::int, ${from}::int, 'leads.area_ids', id, to_jsonb(area_ids), to_jsonb(${moved})
      FROM leads WHERE id = ANY(${ids}::int[]) ON CONFLICT DO NOTHING`.execute(db)
  await sql`UPDATE leads SET updated_at = ${now}, area_ids = ${moved} WHERE id = ANY(${ids}::int[])`.execute(db)
  await sql`
    INSERT INTO lead_areas (lead_id, area_id, position)
    SELECT lead_id, ${into_id}::int, position FROM lead_areas WHERE area_id = ${from} AND lead_id = ANY(${ids}::int[])
    ON CONFLICT DO NOTHING`.execute(db)
  await sql`DELETE FROM lead_areas WHERE area_id = ${from} AND lead_id = ANY(${ids}::int[])`.execute(db)
  return ids.length
}

interface RecordedLead {
  id: number
  area_id: number
  had: number[]
  written: number[]
}

/** Moves so many leads back whose areas an undone merge replaced, and deletes their records; answers how many records there were. */
export async function moveLeadsBack(
  ctx: Change,
  merge_id: number,
  { pairs, limit }: { pairs: readonly MergedPair[]; limit: number },
): Promise<number> {
  const recorded = await sql<RecordedLead>`
    SELECT row_id AS id, area_id, had, written FROM area_merge_rows
    WHERE merge_id = ${merge_id} AND place = 'leads.area_ids' ORDER BY row_id, nth DESC LIMIT ${limit}`.execute(ctx.db)
  const ids = recorded.rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  const leads = await sql<{ id: number; area_ids: number[] }>`
    SELECT id, area_ids FROM leads WHERE id = ANY(${ids}::int[]) ORDER BY id FOR UPDATE`.execute(ctx.db)
  const areasOf = new Map(leads.rows.map(({ id, area_ids }) => [id, area_ids]))
  const back = new Map<number, number[]>()
  for (const { id, ...record } of recorded.rows) {
    const now = areasOf.get(id)
    const area_ids = now && listBack(now, record, pairs)
    if (!area_ids) continue
    areasOf.set(id, area_ids)
    back.set(id, area_ids)
  }
  const given = JSON.stringify([...back].map(([id, value]) => ({ id, value })))
  await sql`
    UPDATE leads SET updated_at = ${ctx.now}, area_ids = ${idsIn(sql`given.value`)}
    FROM jsonb_to_recordset(${given}::jsonb) AS given (id int, value jsonb) WHERE leads.id = given.id`.execute(ctx.db)
  await agreeAreas(ctx, [...back.keys()])
  await sql`
    DELETE FROM area_merge_rows r USING jsonb_to_recordset(${JSON.stringify(recorded.rows)}::jsonb) AS done (id int, area_id int)
    WHERE r.merge_id = ${merge_id} AND r.place = 'leads.area_ids' AND r.row_id = done.id AND r.area_id = done.area_id`.execute(
    ctx.db,
  )
  return recorded.rows.length
}
