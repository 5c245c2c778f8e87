import { sql } from 'kysely'
import type { QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import type { LeadRecord } from '../../../leads/server/queries/records.ts'

/** Leads that an import wrote and an undo has not looked at yet. */
export async function leadsToUndo({ db }: QueryContext, importId: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ lead_id: NonNullable<Row<'import_rows'>['lead_id']> }>`
    SELECT DISTINCT lead_id FROM import_rows
    WHERE import_id = ${importId} AND lead_id IS NOT NULL AND undone IS NULL AND outcome IN ('created', 'merged')
    ORDER BY lead_id LIMIT ${limit}`.execute(db)
  return rows.map(row => row.lead_id)
}

/** Of these leads, the ones that nobody changed or wrote about since the import, and whether the import made them; locked. */
export async function untouchedLeads({ db }: QueryContext, importId: number, leads: readonly number[]) {
  const { rows } = await sql<Pick<Row<'leads'>, 'id' | 'agent_id'> & { made: boolean }>`
    SELECT l.id, l.agent_id, w.made FROM leads l JOIN (
      SELECT lead_id, max(lead_version) AS version, bool_or(outcome = 'created') AS made FROM import_rows
      WHERE import_id = ${importId} AND lead_id = ANY(${[...leads]}::int[]) AND outcome IN ('created', 'merged') GROUP BY lead_id) w
      ON w.lead_id = l.id AND w.version = l.version
    WHERE l.deleted_at IS NULL AND NOT EXISTS (
      SELECT 1 FROM milestones m JOIN imports i ON i.id = ${importId}
      WHERE m.lead_id = l.id AND m.author_user_id IS NOT NULL AND m.created_at > i.finished_at
        AND (m.detail ->> 'import_id') IS DISTINCT FROM i.id::text)
    ORDER BY l.id FOR UPDATE OF l`.execute(db)
  return rows
}

/** Deletes leads that an import made. */
export async function deleteLeads(ctx: QueryContext, ids: readonly number[]): Promise<void> {
  await sql`
    UPDATE leads SET deleted_at = ${ctx.now}, version = version + 1, updated_at = ${ctx.now} WHERE id = ANY(${[...ids]}::int[])`.execute(
    ctx.db,
  )
}

/** The fields of leads as they were before the first of an import's changes: several of its rows may have changed one lead. */
export async function fieldsBefore(
  { db }: QueryContext,
  importId: number,
  ids: readonly number[],
): Promise<Map<number, Partial<LeadRecord>>> {
  const { rows } = await sql<{ lead_id: NonNullable<Row<'import_rows'>['lead_id']>; before: Partial<LeadRecord> }>`
    SELECT lead_id, jsonb_object_agg(key, value ORDER BY row DESC) AS before FROM import_rows, jsonb_each(before)
    WHERE import_id = ${importId} AND lead_id = ANY(${[...ids]}::int[]) GROUP BY lead_id`.execute(db)
  return new Map(rows.map(row => [row.lead_id, row.before]))
}

/** The tags that an import put on leads and that are there still. */
export async function tagsOfImport(
  { db }: QueryContext,
  importId: number,
  ids: readonly number[],
): Promise<Map<number, Set<number>>> {
  const { rows } = await sql<Pick<Row<'lead_tags'>, 'lead_id'> & { tags: number[] }>`
    SELECT t.lead_id, array_agg(t.tag_id) AS tags FROM lead_tags t JOIN imports i ON i.id = ${importId}
    WHERE t.lead_id = ANY(${[...ids]}::int[]) AND t.added_by = i.user_id AND t.added_at BETWEEN i.started_at AND i.finished_at
    GROUP BY t.lead_id`.execute(db)
  return new Map(rows.map(row => [row.lead_id, new Set(row.tags)]))
}

/** What an undo did with a batch of leads. */
export interface Undone {
  deleted: readonly number[]
  restored: readonly number[]
  kept: number
}

/** Takes an import's notes off the leads that it took back, and keeps what became of each. */
export async function recordUndone(
  ctx: QueryContext,
  importId: number,
  leads: readonly number[],
  { deleted, restored, kept }: Undone,
): Promise<void> {
  await sql`
    DELETE FROM milestones WHERE lead_id = ANY(${[...deleted, ...restored]}::int[]) AND detail ->> 'import_id' = ${String(importId)}`.execute(
    ctx.db,
  )
  await sql`
    UPDATE import_rows SET undone = CASE WHEN lead_id = ANY(${[...deleted]}::int[]) THEN 'deleted' WHEN lead_id = ANY(${[...restored]}::int[]) THEN 'restored' ELSE 'kept' END
    WHERE import_id = ${importId} AND lead_id = ANY(${[...leads]}::int[])`.execute(ctx.db)
  await sql`
    UPDATE imports SET deleted = deleted + ${deleted.length}, restored = restored + ${restored.length}, kept = kept + ${kept} WHERE id = ${importId}`.execute(
    ctx.db,
  )
}
