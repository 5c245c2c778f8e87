import { sql } from 'kysely'
import type { QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import { fullName, leadPagePath } from '../../../leads/rules.ts'

/** How a lead is called in a notification, and where it opens. */
export async function leadInNotification(ctx: QueryContext, id: number): Promise<{ name: string; path: string }> {
  const { rows } = await sql<Pick<Row<'leads'>, 'id' | 'first_name' | 'last_name'>>`
    SELECT id, first_name, last_name FROM leads WHERE id = ${id}`.execute(ctx.db)
  const lead = rows[0] ?? { id, first_name: '', last_name: '' }
  return { name: fullName(lead) || 'a lead', path: leadPagePath(lead) }
}
