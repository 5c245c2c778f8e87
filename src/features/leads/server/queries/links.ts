import { sql } from 'kysely'
import type { QueryContext } from '../../../../platform/server/context.ts'

/** Whether links that were made then, in e-mails to any of these leads, have been recalled since. */
export async function areLinksRecalled(
  { db }: Pick<QueryContext, 'db'>,
  leadIds: readonly number[],
  made_at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM recalled_links WHERE lead_id = ANY (${[...leadIds]}::int[]) AND recalled_at > ${made_at} LIMIT 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Recalls the links of all e-mails that were sent to these leads so far. */
export async function recallLinks(
  { db, now }: Pick<QueryContext, 'db' | 'now'>,
  leadIds: readonly number[],
): Promise<void> {
  if (leadIds.length === 0) return
  await sql`
    INSERT INTO recalled_links (lead_id, recalled_at) SELECT unnest(${[...leadIds]}::int[]), ${now}
    ON CONFLICT (lead_id) DO UPDATE SET recalled_at = excluded.recalled_at`.execute(db)
}
