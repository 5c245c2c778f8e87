import { sql } from 'kysely'
import type { Change } from '../../../../platform/server/context.ts'

/** Writes whether the address of a lead works, with the score that follows; only a bounce takes a bounce away. */
export async function writeAddressState(
  ctx: Change,
  id: number,
  { is_email_valid, lead_score, score_parts }: { is_email_valid: boolean; lead_score: number; score_parts: object },
): Promise<void> {
  await sql`
    UPDATE leads SET is_email_valid = ${is_email_valid},
      member_type = CASE WHEN NOT ${is_email_valid} AND member_type = 'normal' THEN 'bounced'
                         WHEN ${is_email_valid} AND member_type = 'bounced' THEN 'normal' ELSE member_type END,
      lead_score = ${lead_score}, score_parts = ${JSON.stringify(score_parts)}::jsonb,
      updated_at = ${ctx.now}, version = version + 1
    WHERE id = ${id}`.execute(ctx.db)
}
