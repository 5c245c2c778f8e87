import { sql, type Updateable } from 'kysely'
import type { Tables } from '../../../../../db/tables.gen.ts'
import type { Change } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'

/** Writes columns of one lead and raises its version. */
export async function writeLead(ctx: Change, id: number, columns: Updateable<Tables['leads']>): Promise<void> {
  await ctx.db
    .updateTable('leads')
    .set({ ...columns, updated_at: ctx.now.toISOString() })
    .set('version', sql`version + 1`)
    .where('id', '=', id)
    .execute()
}

/** Makes the areas of a lead exactly these. */
export async function replaceAreas(ctx: Change, id: number, area_ids: readonly number[]): Promise<void> {
  await ctx.db.deleteFrom('lead_areas').where('lead_id', '=', id).execute()
  await sql`
    INSERT INTO lead_areas (lead_id, area_id, position)
    SELECT ${id}, area, place - 1 FROM unnest(${[...area_ids]}::int[]) WITH ORDINALITY AS areas (area, place)`.execute(
    ctx.db,
  )
}

/** Whose a lead is, since when, and who claimed it. */
export type HeldLead = Pick<Row<'leads'>, 'id' | 'agent_id' | 'claimed_at' | 'claimed_by'>

/** Writes whose leads are, where that is a change; answers them as they were, locked and written in the order of their ids. */
export async function writeAgents(
  ctx: Change,
  ids: readonly number[],
  claim: Omit<HeldLead, 'id'>,
): Promise<HeldLead[]> {
  const { rows } = await sql<HeldLead>`
    WITH held AS (
      SELECT id, agent_id, claimed_at, claimed_by FROM leads
      WHERE id = ANY(${[...ids]}::int[]) AND deleted_at IS NULL AND agent_id IS DISTINCT FROM ${claim.agent_id}::int
      ORDER BY id FOR UPDATE),
    written AS (
      UPDATE leads SET agent_id = ${claim.agent_id}, claimed_at = ${claim.claimed_at}, claimed_by = ${claim.claimed_by},
        updated_at = ${ctx.now}, version = version + 1
      FROM held WHERE leads.id = held.id)
    SELECT * FROM held ORDER BY id`.execute(ctx.db)
  return rows
}
