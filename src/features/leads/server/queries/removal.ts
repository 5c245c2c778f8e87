import { sql } from 'kysely'
import type { Change, Viewer } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import { RESTORE_MINUTES } from '../../rules.ts'
import { samePeople } from './arrivals.ts'
import { openableLeads, withinReach } from './filters.ts'

/** Marks leads as deleted; answers those that were there. */
export async function writeRemoval(ctx: Change, ids: readonly number[]) {
  const { rows } = await sql<Pick<Row<'leads'>, 'id' | 'agent_id' | 'first_name' | 'last_name'>>`
    WITH there AS (
      SELECT id FROM leads WHERE id = ANY(${[...ids]}::int[]) AND deleted_at IS NULL ORDER BY id FOR UPDATE)
    UPDATE leads SET deleted_at = ${ctx.now}, updated_at = ${ctx.now}, version = version + 1
    FROM there WHERE leads.id = there.id
    RETURNING leads.id, agent_id, first_name, last_name`.execute(ctx.db)
  return rows
}

/** A deleted lead that may be put back. */
export interface RemovedLead extends Pick<Row<'leads'>, 'id' | 'agent_id'> {
  /** Folded addresses and numbers, by which the same person is known. */
  keys: string[]
}

/** Leads of the viewer that were deleted lately, locked. One that went up in another comes back by undoing that. */
export async function lockRemoved(ctx: Change & { viewer: Viewer }, ids: readonly number[]): Promise<RemovedLead[]> {
  const { rows } = await sql<RemovedLead>`
    SELECT id, agent_id, array_remove(ARRAY[
      email_key, folded_email(email), folded_email(email_private), phone, phone_private], NULL) AS keys
    FROM leads WHERE id = ANY(${[...ids]}::int[]) AND merged_into IS NULL AND deleted_at IS NOT NULL
      AND deleted_at > ${ctx.now}::timestamptz - make_interval(mins => ${RESTORE_MINUTES})
      AND ${withinReach(ctx.viewer) ?? sql`true`} AND ${openableLeads(ctx.viewer) ?? sql`true`}
    ORDER BY id FOR UPDATE`.execute(ctx.db)
  return rows
}

/** Which of these deleted leads are known again under another id. */
export async function otherLeadsLike(ctx: Change, removed: readonly RemovedLead[]): Promise<number[]> {
  const keys = removed.flatMap(lead => lead.keys)
  const [emails, phones] = [keys.filter(key => key.includes('@')), keys.filter(key => !key.includes('@'))]
  const known = new Set((await samePeople(ctx, emails, phones)).map(row => row.key))
  return removed.filter(lead => lead.keys.some(key => known.has(key))).map(lead => lead.id)
}

/** Puts deleted leads back. */
export async function writeRestoration(ctx: Change, ids: readonly number[]): Promise<void> {
  await sql`
    UPDATE leads SET deleted_at = NULL, updated_at = ${ctx.now}, version = version + 1
    WHERE id = ANY(${[...ids]}::int[])`.execute(ctx.db)
}
