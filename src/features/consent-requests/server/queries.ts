import { sql } from 'kysely'
import type { QueryContext } from '../../../platform/server/context.ts'
import type { Row } from '../../../platform/server/database/rows.ts'

/** When a lead was last asked for consent; `null` when never, or when the question did not go out. */
export async function lastAsked({ db }: QueryContext, leadId: number): Promise<string | null> {
  const { rows } = await sql<Pick<Row<'sendings'>, 'created_at'>>`
    SELECT created_at FROM sendings
    WHERE lead_id = ${leadId} AND class = 'consent_request' AND state NOT IN ('refused', 'failed', 'cancelled')
    ORDER BY created_at DESC LIMIT 1`.execute(db)
  return rows[0]?.created_at ?? null
}

/** Lets nobody else ask the same lead until the transaction ends. */
export async function lockAsked({ db }: QueryContext, leadId: number): Promise<void> {
  await sql`SELECT FROM leads WHERE id = ${leadId} FOR UPDATE`.execute(db)
}

/** The lead behind a link: the one it was sent to, or the one they were merged into. `null` when they are gone. */
export async function askedLead(
  { db }: QueryContext,
  id: number,
): Promise<Pick<Row<'leads'>, 'id' | 'first_name'> | null> {
  const { rows } = await sql<Pick<Row<'leads'>, 'id' | 'first_name' | 'merged_into' | 'deleted_at'>>`
    WITH RECURSIVE trail AS (
      SELECT id, first_name, merged_into, deleted_at, 0 AS step FROM leads WHERE id = ${id}
      UNION ALL
      SELECT l.id, l.first_name, l.merged_into, l.deleted_at, trail.step + 1
      FROM trail JOIN leads l ON l.id = trail.merged_into WHERE trail.step < 100)
    SELECT id, first_name, merged_into, deleted_at FROM trail ORDER BY step DESC LIMIT 1`.execute(db)
  const [lead] = rows
  return lead && lead.deleted_at === null ? { id: lead.id, first_name: lead.first_name } : null
}
