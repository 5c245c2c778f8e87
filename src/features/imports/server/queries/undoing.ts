import { sql } from 'kysely'
import type { QueryContext } from '../../../../platform/server/context.ts'
import { mergedColumns } from './merging.ts'

/** Leads that an import wrote and an undo has not looked at yet. */
export async function leadsToUndo({ db }: QueryContext, importId: number, most: number): Promise<number[]> {
  const { rows } = await sql<{ lead_id: number }>`
    SELECT DISTINCT lead_id FROM import_rows
    WHERE import_id = ${importId} AND lead_id IS NOT NULL AND undone IS NULL AND outcome IN ('created', 'merged')
    ORDER BY lead_id LIMIT ${most}`.execute(db)
  return rows.map(row => row.lead_id)
}

/** Of these leads, the ones that nobody changed or wrote about since the import, and whether the import made them; locked. */
async function untouched({ db }: QueryContext, importId: number, leads: readonly number[]) {
  const { rows } = await sql<{ id: number; agent_id: number | null; made: boolean }>`
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

/** What an undo did with a batch of leads. */
export interface Undone {
  deleted: number[]
  restored: number[]
  kept: number
  agents: number[]
}

/** Takes back what an import did to these leads; leads that somebody touched stay as they are. */
export async function undoLeads(ctx: QueryContext, importId: number, leads: readonly number[]): Promise<Undone> {
  const free = await untouched(ctx, importId, leads)
  const deleted = free.filter(lead => lead.made).map(lead => lead.id)
  const restored = free.filter(lead => !lead.made).map(lead => lead.id)
  await sql`
    UPDATE leads SET deleted_at = ${ctx.now}, version = version + 1, updated_at = ${ctx.now} WHERE id = ANY(${deleted}::int[])`.execute(
    ctx.db,
  )
  await restoreFields(ctx, importId, restored)
  await sql`
    DELETE FROM milestones WHERE lead_id = ANY(${[...deleted, ...restored]}::int[]) AND detail ->> 'import_id' = ${String(importId)}`.execute(
    ctx.db,
  )
  await sql`
    UPDATE import_rows SET undone = CASE WHEN lead_id = ANY(${deleted}::int[]) THEN 'deleted' WHEN lead_id = ANY(${restored}::int[]) THEN 'restored' ELSE 'kept' END
    WHERE import_id = ${importId} AND lead_id = ANY(${[...leads]}::int[])`.execute(ctx.db)
  const kept = leads.length - free.length
  await sql`
    UPDATE imports SET deleted = deleted + ${deleted.length}, restored = restored + ${restored.length}, kept = kept + ${kept} WHERE id = ${importId}`.execute(
    ctx.db,
  )
  return { deleted, restored, kept, agents: [...new Set(free.flatMap(lead => lead.agent_id ?? []))] }
}

/** The value before the first of this import's changes wins: several of its rows may have changed one lead. */
async function restoreFields(ctx: QueryContext, importId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    UPDATE leads l SET (${sql.join(mergedColumns.map(name => sql.ref(name)))}) = (
        SELECT ${sql.join(mergedColumns.map(name => sql.ref(`r.${name}`)))} FROM jsonb_populate_record(l, b.before) r),
      version = l.version + 1, updated_at = ${ctx.now}
    FROM (SELECT lead_id, jsonb_object_agg(key, value ORDER BY row DESC) AS before
          FROM import_rows, jsonb_each(before) WHERE import_id = ${importId} AND lead_id = ANY(${[...ids]}::int[]) GROUP BY lead_id) b
    WHERE l.id = b.lead_id`.execute(ctx.db)
  await sql`
    DELETE FROM lead_tags t USING leads l WHERE l.id = t.lead_id AND l.id = ANY(${[...ids]}::int[]) AND NOT t.tag_id = ANY(l.tag_ids)`.execute(
    ctx.db,
  )
  await sql`
    DELETE FROM lead_areas a USING leads l WHERE l.id = a.lead_id AND l.id = ANY(${[...ids]}::int[]) AND NOT a.area_id = ANY(l.area_ids)`.execute(
    ctx.db,
  )
}
