import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'

/** Whether the account at the back office was valid when it was last looked at; so it counts where nobody looked yet. */
export async function isAccountValid({ db, config }: Pick<QueryContext, 'db' | 'config'>): Promise<boolean> {
  if (config.loneWolf === null) return true
  const { rows } = await sql<Pick<Row<'lonewolf_account'>, 'is_valid'>>`SELECT is_valid FROM lonewolf_account`.execute(
    db,
  )
  return rows[0]?.is_valid ?? true
}

/** Records how the account stands. */
export async function saveAccount({ db, now }: Change, is_valid: boolean, problem: string | null): Promise<void> {
  await sql`
    INSERT INTO lonewolf_account (is_valid, problem, checked_at) VALUES (${is_valid}, ${problem}, ${now})
    ON CONFLICT (is_only) DO UPDATE SET is_valid = excluded.is_valid, problem = excluded.problem, checked_at = excluded.checked_at`.execute(
    db,
  )
}
