import { sql } from 'kysely'
import type { Change } from '../../../../platform/server/context.ts'
import type { LeadTables } from './columns.ts'

/** Writes columns of one lead and raises its version. */
export async function writeLead(ctx: Change, id: number, columns: Record<string, unknown>): Promise<void> {
  await ctx.db
    .withTables<LeadTables>()
    .updateTable('leads')
    .set({ ...columns, updated_at: ctx.now.toISOString() })
    .set('version', sql`version + 1`)
    .where('id', '=', id)
    .execute()
}

/** Makes the areas of a lead exactly these. */
export async function replaceAreas(ctx: Change, id: number, area_ids: readonly number[]): Promise<void> {
  await sql`DELETE FROM lead_areas WHERE lead_id = ${id}`.execute(ctx.db)
  await sql`
    INSERT INTO lead_areas (lead_id, area_id, position)
    SELECT ${id}, area, place - 1 FROM unnest(${[...area_ids]}::int[]) WITH ORDINALITY AS areas (area, place)`.execute(
    ctx.db,
  )
}

/** Gives those of the leads another status that do not have it; answers what each had before. */
export async function writeStatuses(ctx: Change, ids: readonly number[], status: number) {
  const { rows } = await sql<{ id: number; agent_id: number | null; before: number }>`
    UPDATE leads SET status_value = ${status}, version = leads.version + 1, updated_at = ${ctx.now}
    FROM (SELECT id, status_value FROM leads WHERE id = ANY(${[...ids]}::int[]) AND deleted_at IS NULL
          AND status_value <> ${status} ORDER BY id FOR UPDATE) old
    WHERE leads.id = old.id RETURNING leads.id, leads.agent_id, old.status_value AS before`.execute(ctx.db)
  return rows
}

/** Marks a lead as deleted. */
export async function writeRemoval(ctx: Change, id: number): Promise<void> {
  await sql`
    UPDATE leads SET deleted_at = ${ctx.now}, updated_at = ${ctx.now}, version = version + 1 WHERE id = ${id}`.execute(
    ctx.db,
  )
}

/** Moves the last activity forward, unless it was within the last minute. */
export async function writeActivity(ctx: Change, id: number): Promise<void> {
  await sql`
    UPDATE leads SET last_active_at = ${ctx.now}, was_active = true
    WHERE id = ${id} AND last_active_at < ${ctx.now}::timestamptz - interval '1 minute'`.execute(ctx.db)
}

/** Moves the last contact forward; answers where it is now. */
export async function writeContact(ctx: Change, id: number, at: string) {
  const { rows } = await sql<{ last_contacted_at: string | null; agent_id: number | null }>`
    UPDATE leads SET last_contacted_at = greatest(last_contacted_at, ${at}::timestamptz), updated_at = ${ctx.now},
                     version = version + 1
    WHERE id = ${id} RETURNING last_contacted_at, agent_id`.execute(ctx.db)
  return rows[0] ?? null
}
