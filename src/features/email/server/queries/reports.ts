import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import type { PlaceholderValues } from '../../../templates/rules/placeholders.ts'

/** An e-mail of which a mail provider reports something. */
export interface ReportedEmail
  extends Pick<Row<'emails'>, 'id' | 'lead_id' | 'sending_id'>,
    Pick<Row<'email_messages'>, 'subject'> {
  agent_id: number | null
  filled: Partial<PlaceholderValues> | null
  /** Where it went. */
  address: string | null
  is_commercial: boolean
}

/** That e-mail; `null` when there is none, or nothing was handed over yet. */
export async function reportedEmail({ db }: QueryContext, id: number): Promise<ReportedEmail | null> {
  const { rows } = await sql<ReportedEmail>`
    SELECT e.id, e.lead_id, e.sending_id, m.subject, e.filled, l.agent_id, s.address, s.class = 'commercial' AS is_commercial
    FROM emails e JOIN email_messages m ON m.id = e.message_id JOIN sendings s ON s.id = e.sending_id
      JOIN leads l ON l.id = e.lead_id
    WHERE e.id = ${id} AND s.tries > 0`.execute(db)
  return rows[0] ?? null
}

/** Notes the first time of something; false when it was noted before. */
export async function writeFirst(
  { db }: Change,
  id: number,
  column: 'opened_at' | 'clicked_at' | 'complained_at',
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('emails')
    .set({ [column]: at })
    .where('id', '=', id)
    .where(column, 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
