import { sql } from 'kysely'
import { idCursors, pageOf, windowOf } from '../../../../platform/server/calls/page.ts'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import type { Page, PageInput } from '../../../../platform/wire/page.ts'
import type { LeadRecord } from '../../../leads/server/queries/records.ts'
import { countOpenTasks } from '../../../tasks/server/queries/writes.ts'
import type { ImportSummary, KeptLead } from '../../contract.ts'

/** Leads that an import wrote and an undo has not looked at yet. */
export async function leadsToUndo({ db }: QueryContext, importId: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ lead_id: NonNullable<Row<'import_rows'>['lead_id']> }>`
    SELECT DISTINCT lead_id FROM import_rows
    WHERE import_id = ${importId} AND lead_id IS NOT NULL AND undone IS NULL AND outcome IN ('created', 'merged')
    ORDER BY lead_id LIMIT ${limit}`.execute(db)
  return rows.map(row => row.lead_id)
}

/** Of these leads, the ones that nobody changed or wrote about since the import, and whether the import made them; locked. Entries of other imports are nobody's work. */
export async function untouchedLeads({ db }: QueryContext, importId: number, leads: readonly number[]) {
  const { rows } = await sql<Pick<Row<'leads'>, 'id' | 'agent_id'> & { made: boolean }>`
    SELECT l.id, l.agent_id, w.made FROM leads l JOIN (
      SELECT lead_id, max(lead_version) AS version, bool_or(outcome = 'created') AS made FROM import_rows
      WHERE import_id = ${importId} AND lead_id = ANY(${[...leads]}::int[]) AND outcome IN ('created', 'merged') GROUP BY lead_id) w
      ON w.lead_id = l.id AND w.version = l.version
    CROSS JOIN (SELECT finished_at FROM imports WHERE id = ${importId}) i
    WHERE l.deleted_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM milestones m WHERE m.lead_id = l.id AND m.author_user_id IS NOT NULL
        AND m.created_at > i.finished_at AND m.detail ->> 'import_id' IS NULL)
      AND NOT EXISTS (SELECT 1 FROM notes n WHERE n.lead_id = l.id AND n.created_at > i.finished_at)
      AND NOT EXISTS (SELECT 1 FROM tasks t WHERE t.lead_id = l.id AND t.created_by IS NOT NULL AND t.created_at > i.finished_at)
    ORDER BY l.id FOR UPDATE OF l`.execute(db)
  return rows
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

/** Rows of a history that became entries and that an undo has not looked at yet. */
export async function entriesToUndo({ db }: QueryContext, importId: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('import_rows')
    .select('row')
    .where('import_id', '=', importId)
    .where('outcome', '=', 'created')
    .where('undone', 'is', null)
    .orderBy('row')
    .limit(limit)
    .execute()
  return rows.map(({ row }) => row)
}

/** Takes the entries and tasks of these rows back; those that somebody changed since stay. */
export async function undoEntries(ctx: Change, importId: number, taken: readonly number[]): Promise<void> {
  const rows = sql`${[...taken]}::int[]`
  const { rows: entries } = await sql<Pick<Row<'import_rows'>, 'row'>>`
    DELETE FROM milestones m USING import_rows r
    WHERE r.import_id = ${importId} AND r.row = ANY(${rows}) AND r.task_id IS NULL AND m.lead_id = r.lead_id AND m.version = 1
      AND m.detail ->> 'import_id' = r.import_id::text AND m.detail ->> 'row' = r.row::text
    RETURNING r.row`.execute(ctx.db)
  const { rows: tasks } = await sql<Pick<Row<'import_rows'>, 'row'> & Pick<Row<'tasks'>, 'lead_id'>>`
    UPDATE tasks t SET deleted_at = ${ctx.now}, version = t.version + 1 FROM import_rows r
    WHERE r.import_id = ${importId} AND r.row = ANY(${rows}) AND t.id = r.task_id AND t.version = 1 AND t.deleted_at IS NULL
    RETURNING r.row, t.lead_id`.execute(ctx.db)
  if (tasks.length > 0) await countOpenTasks(ctx, [...new Set(tasks.map(task => task.lead_id))])
  const gone = [...entries, ...tasks].map(({ row }) => row)
  await sql`
    UPDATE import_rows SET undone = CASE WHEN row = ANY(${gone}::int[]) THEN 'deleted' ELSE 'kept' END
    WHERE import_id = ${importId} AND row = ANY(${rows})`.execute(ctx.db)
  await sql`
    UPDATE imports SET deleted = deleted + ${gone.length}, kept = kept + ${taken.length - gone.length}
    WHERE id = ${importId}`.execute(ctx.db)
}

/** A page of the leads that an undo left as they are. */
export async function pageOfKeptLeads(
  ctx: QueryContext,
  { id, holds, kept }: Pick<ImportSummary, 'id' | 'holds' | 'kept'>,
  input: PageInput,
): Promise<Page<KeptLead>> {
  const { limit, offset } = windowOf(input)
  const after = input.cursor ? idCursors.read(input.cursor) : 0
  const { rows } = await sql<KeptLead>`
    SELECT DISTINCT l.id, l.first_name, l.last_name FROM import_rows r JOIN leads l ON l.id = r.lead_id
    WHERE r.import_id = ${id} AND r.undone = 'kept' AND l.id > ${after} ORDER BY l.id LIMIT ${limit} OFFSET ${offset}`.execute(
    ctx.db,
  )
  return pageOf(rows, {
    asked: input,
    total: kept,
    // Of a history several entries may be about one lead.
    isEstimate: holds === 'history',
    cursorAfter: lead => idCursors.write(lead.id),
  })
}
