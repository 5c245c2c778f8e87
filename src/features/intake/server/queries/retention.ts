import { sql } from 'kysely'
import type { Change } from '../../../../platform/server/context.ts'

/** Moments before which something came in that is no longer kept. */
export interface PurgeLimits {
  deliveries: Date
  anonymous: Date
  /** Of mails that are a lead, or were put aside: their bytes. */
  rawMails: Date
  /** Of mails that were put aside, or that nobody could read: all of them. */
  unusedMails: Date
}

/** Removes what came before these moments. */
export async function purgeBefore(
  { db }: Change,
  { deliveries, anonymous, rawMails, unusedMails }: PurgeLimits,
): Promise<void> {
  await sql`DELETE FROM intake_deliveries WHERE received_at < ${deliveries}`.execute(db)
  await sql`DELETE FROM intake_events WHERE state = 'anonymous' AND received_at < ${anonymous}`.execute(db)
  await sql`DELETE FROM intake_mails WHERE state IN ('ignored', 'unread') AND received_at < ${unusedMails}`.execute(db)
  await sql`
    UPDATE intake_mails SET raw = ''
    WHERE state IN ('read', 'ignored') AND received_at < ${rawMails} AND octet_length(raw) > 0`.execute(db)
}
