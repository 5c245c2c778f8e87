import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'

/** How somebody's calendar is synchronized. */
export type Account = Pick<
  Row<'calendar_accounts'>,
  | 'user_id'
  | 'is_on'
  | 'calendar_id'
  | 'calendar_name'
  | 'sync_token'
  | 'is_pull_asked'
  | 'poll_at'
  | 'last_synced_at'
  | 'failures'
  | 'retry_at'
  | 'problem'
>

const columns = sql`user_id, is_on, calendar_id, calendar_name, sync_token, is_pull_asked, poll_at, last_synced_at, failures,
  retry_at, problem`

/** Somebody's account; `null` for those who never had one. */
export async function accountOf({ db }: QueryContext, userId: number): Promise<Account | null> {
  const { rows } = await sql<Account>`SELECT ${columns} FROM calendar_accounts WHERE user_id = ${userId}`.execute(db)
  return rows[0] ?? null
}

/** Makes sure that an agent has an account; a new one is on. What was chosen before stays. */
export async function ensureAccount({ db, now }: Change, userId: number): Promise<void> {
  await sql`
    INSERT INTO calendar_accounts (user_id, poll_at, created_at)
    SELECT user_id, ${now}::timestamptz, ${now}::timestamptz FROM agents WHERE user_id = ${userId}
    ON CONFLICT (user_id) DO UPDATE SET is_pull_asked = true, failures = 0, retry_at = NULL, problem = NULL`.execute(db)
}

/** What a person sets; another calendar, or one that was off, is read from the beginning. */
export async function saveSettings(
  { db }: Change,
  userId: number,
  given: Pick<Account, 'is_on' | 'calendar_id' | 'calendar_name'>,
): Promise<void> {
  await sql`
    UPDATE calendar_accounts SET
      sync_token = CASE WHEN is_on AND calendar_id = ${given.calendar_id} THEN sync_token END,
      is_on = ${given.is_on}, calendar_id = ${given.calendar_id}, calendar_name = ${given.calendar_name},
      is_pull_asked = true, failures = 0, retry_at = NULL, problem = NULL
    WHERE user_id = ${userId}`.execute(db)
}

/** Somebody says that there is something to read. */
export async function askPull({ db }: Change, userId: number): Promise<void> {
  await sql`UPDATE calendar_accounts SET is_pull_asked = true, retry_at = NULL WHERE user_id = ${userId}`.execute(db)
}

/** Gives the caller the account for so many seconds, and nobody else; `null` while somebody else has it, or when it is off. */
export async function claimAccount(
  { db, now }: Change,
  userId: number,
  { lease, seconds }: { lease: string; seconds: number },
): Promise<Account | null> {
  const { rows } = await sql<Account>`
    UPDATE calendar_accounts SET lease = ${lease}::uuid, leased_until = clock_timestamp() + make_interval(secs => ${seconds})
    WHERE user_id = ${userId} AND (leased_until IS NULL OR leased_until <= clock_timestamp())
      AND (retry_at IS NULL OR retry_at <= ${now})
    RETURNING ${columns}`.execute(db)
  return rows[0] ?? null
}

/** Has the account for longer; answers whether it is still the caller's. */
export async function renewLease({ db }: Change, userId: number, lease: string, seconds: number): Promise<boolean> {
  const { rows } = await sql`
    UPDATE calendar_accounts SET leased_until = clock_timestamp() + make_interval(secs => ${seconds})
    WHERE user_id = ${userId} AND lease = ${lease}::uuid RETURNING user_id`.execute(db)
  return rows.length > 0
}

/** What a round came to. */
export interface RoundResult {
  failures: number
  retry_at: Date | null
  problem: string | null
  /** When everything went well. */
  last_synced_at: Date | null
}

/** Leaves the account to others; answers whether there is something to do again at once. */
export async function releaseAccount(
  { db, now }: Change,
  userId: number,
  lease: string,
  { failures, retry_at, problem, last_synced_at }: RoundResult,
): Promise<boolean> {
  const { rows } = await sql<{ has_more: boolean }>`
    UPDATE calendar_accounts c SET lease = NULL, leased_until = NULL, failures = ${failures}, retry_at = ${retry_at},
      problem = ${problem}, last_synced_at = coalesce(${last_synced_at}, last_synced_at)
    WHERE user_id = ${userId} AND lease = ${lease}::uuid
    RETURNING c.retry_at IS NULL AND ((c.is_on AND c.is_pull_asked) OR EXISTS (
      SELECT FROM calendar_outbox o WHERE o.user_id = c.user_id AND (o.problem IS NULL OR o.due_at <= ${now}))) AS has_more`.execute(
    db,
  )
  return rows[0]?.has_more ?? false
}

/** Reading begins now: what is asked for from here on is asked for again. */
export async function beginPull({ db }: Change, userId: number): Promise<void> {
  await sql`UPDATE calendar_accounts SET is_pull_asked = false WHERE user_id = ${userId}`.execute(db)
}

/** Everything up to a sync token was read; of a calendar that is no longer the chosen one, nothing is saved. */
export async function savePull(
  { db }: Change,
  { user_id, calendar_id }: Pick<Account, 'user_id' | 'calendar_id'>,
  { sync_token, poll_at }: { sync_token: string; poll_at: Date },
): Promise<void> {
  await sql`
    UPDATE calendar_accounts SET sync_token = ${sync_token}, poll_at = ${poll_at}
    WHERE user_id = ${user_id} AND calendar_id = ${calendar_id}`.execute(db)
}

/** The people whose calendars are to be synchronized now, whoever takes them. */
export async function dueAccounts({ db, now }: QueryContext): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    SELECT c.user_id FROM calendar_accounts c
    WHERE (c.retry_at IS NULL OR c.retry_at <= ${now}) AND (c.leased_until IS NULL OR c.leased_until <= clock_timestamp())
      AND ((c.is_on AND (c.is_pull_asked OR c.poll_at <= ${now}))
        OR EXISTS (SELECT FROM calendar_outbox o WHERE o.user_id = c.user_id AND (o.problem IS NULL OR o.due_at <= ${now})))
    ORDER BY c.user_id`.execute(db)
  return rows.map(({ user_id }) => user_id)
}
