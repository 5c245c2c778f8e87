import { sql } from 'kysely'
import type { QueryContext } from '../../../../platform/server/context.ts'
import { ONE_PLAN } from '../../../../platform/server/database/connection.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'

/** The agent whose own number this is, as E.164; `null` when it is nobody's, or of several people. Numbers are compared by their digits. */
export async function agentOfNumber(
  { db }: QueryContext,
  number: string,
): Promise<{ user_id: number; agent_id: number } | null> {
  const digits = number.replace(/\D/g, '')
  const national = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits
  const { rows } = await sql<Pick<Row<'agents'>, 'user_id'> & { agent_id: number }>`${sql.raw(ONE_PLAN)}
    SELECT a.user_id, a.id AS agent_id FROM users u JOIN agents a ON a.user_id = u.id
    WHERE u.is_active AND regexp_replace(u.phone, '\\D', '', 'g') IN (${digits}, ${national}) LIMIT 2`.execute(db)
  return rows.length === 1 ? (rows[0] ?? null) : null
}
