import { sql } from 'kysely'
import type { Change } from '../../../../platform/server/context.ts'
import { ONE_PLAN } from '../../../../platform/server/database/connection.ts'
import type { Channel } from '../../../consent/contract.ts'

/**
 * Marks the message that went to a lead last before they wrote as answered, where it was written from a template and is answered
 * for the first time; `null` otherwise.
 */
export async function answeredSending(
  { db }: Change,
  { lead_id, channel, since, at }: { lead_id: number; channel: Channel; since: Date; at: Date },
): Promise<{ template_id: number; user_id: number } | null> {
  const { rows } = await sql<{ template_id: number; user_id: number }>`${sql.raw(ONE_PLAN)}
    UPDATE sendings SET answered_at = ${at} WHERE answered_at IS NULL AND template_id IS NOT NULL AND user_id IS NOT NULL
      AND id = (
        SELECT id FROM sendings
        WHERE lead_id = ${lead_id} AND channel = ${channel} AND state IN ('sent', 'delivered')
          AND sent_at <= ${at} AND sent_at > ${since}
        ORDER BY sent_at DESC, id DESC LIMIT 1)
    RETURNING template_id, user_id`.execute(db)
  return rows[0] ?? null
}
