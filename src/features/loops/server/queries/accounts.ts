import { sql } from 'kysely'
import type { Change, QueryContext, Viewer } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'

/** Whose account is meant. */
export type AccountContext = QueryContext & { viewer: Pick<Viewer, 'user_id'> }

/** The account that somebody connected; its tokens are sealed. */
export type StoredAccount = Omit<Row<'dotloop_accounts'>, 'user_id' | 'refreshing_until' | 'comparing_until'>

/** The viewer's account; `null` when they connected none. */
export async function storedAccount({ db, viewer }: AccountContext): Promise<StoredAccount | null> {
  const { rows } = await sql<StoredAccount>`
    SELECT profile_id, profile_name, access_token, refresh_token, expires_at, problem, connected_at, compared_at
    FROM dotloop_accounts WHERE user_id = ${viewer.user_id}`.execute(db)
  return rows[0] ?? null
}

/** Whether somebody has connected an account. */
export async function hasAccount({ db }: QueryContext, userId: number): Promise<boolean> {
  const { rows } = await sql`SELECT FROM dotloop_accounts WHERE user_id = ${userId}`.execute(db)
  return rows.length > 0
}

/** Stores the account that the viewer connected, in place of the one before. */
export async function saveAccount(
  { db, now, viewer }: AccountContext,
  account: Omit<StoredAccount, 'connected_at' | 'compared_at' | 'problem' | 'expires_at'> & { expires_at: Date },
): Promise<void> {
  await sql`
    INSERT INTO dotloop_accounts (user_id, profile_id, profile_name, access_token, refresh_token, expires_at, connected_at)
    VALUES (${viewer.user_id}, ${account.profile_id}, ${account.profile_name}, ${account.access_token},
            ${account.refresh_token}, ${account.expires_at}, ${now})
    ON CONFLICT (user_id) DO UPDATE SET profile_id = excluded.profile_id, profile_name = excluded.profile_name,
      access_token = excluded.access_token, refresh_token = excluded.refresh_token, expires_at = excluded.expires_at,
      connected_at = excluded.connected_at, refreshing_until = NULL, problem = NULL, comparing_until = NULL,
      compared_at = CASE WHEN dotloop_accounts.profile_id = excluded.profile_id THEN dotloop_accounts.compared_at END`.execute(
    db,
  )
}

/** Removes the viewer's account; answers whether there was one. */
export async function deleteAccount({ db, viewer }: AccountContext): Promise<boolean> {
  const { rows } = await sql`DELETE FROM dotloop_accounts WHERE user_id = ${viewer.user_id} RETURNING user_id`.execute(
    db,
  )
  return rows.length > 0
}

/**
 * Gives the caller the sealed token to refresh with, and nobody else for the length of the lease; `null` when somebody else has
 * it, or the tokens were refreshed meanwhile. The lease goes by the clock of the database: a request that waits has its own time.
 */
export async function claimRefresh(
  { db, viewer }: AccountContext,
  { before, refused, leaseMs }: { before: Date; refused: string | null; leaseMs: number },
): Promise<string | null> {
  const { rows } = await sql<Pick<Row<'dotloop_accounts'>, 'refresh_token'>>`
    UPDATE dotloop_accounts SET refreshing_until = clock_timestamp() + make_interval(secs => ${leaseMs / 1000})
    WHERE user_id = ${viewer.user_id} AND (expires_at <= ${before} OR access_token = ${refused}) AND problem IS NULL
      AND (refreshing_until IS NULL OR refreshing_until <= clock_timestamp())
    RETURNING refresh_token`.execute(db)
  return rows[0]?.refresh_token ?? null
}

/** Stores refreshed tokens, before anybody uses them, unless others have taken the place of those that were refreshed; answers whether it did. */
export async function saveTokens(
  { db, viewer }: AccountContext,
  refreshed: string,
  tokens: { access_token: string; refresh_token: string; expires_at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE dotloop_accounts SET access_token = ${tokens.access_token}, refresh_token = ${tokens.refresh_token},
      expires_at = ${tokens.expires_at}, refreshing_until = NULL, problem = NULL
    WHERE user_id = ${viewer.user_id} AND refresh_token = ${refreshed} RETURNING user_id`.execute(db)
  return rows.length > 0
}

/**
 * Lets others try to refresh; with a problem, nobody tries before the account is connected again. Answers whether the tokens were
 * still those that were to be refreshed.
 */
export async function releaseRefresh(
  { db, viewer }: AccountContext,
  refreshed: string,
  problem: string | null,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE dotloop_accounts SET refreshing_until = NULL, problem = ${problem}
    WHERE user_id = ${viewer.user_id} AND refresh_token = ${refreshed} RETURNING user_id`.execute(db)
  return rows.length > 0
}

/** Says that the service no longer takes an account, if its access token is still this one. */
export async function markRefused({ db, viewer }: AccountContext, accessToken: string, problem: string): Promise<void> {
  await sql`
    UPDATE dotloop_accounts SET problem = ${problem}
    WHERE user_id = ${viewer.user_id} AND access_token = ${accessToken}`.execute(db)
}

/** The profile of the viewer's account; `null` without one. */
export async function profileOf(ctx: AccountContext): Promise<number | null> {
  const account = await storedAccount(ctx)
  return account && Number(account.profile_id)
}

/** Who connected an account of a profile. */
export async function usersOfProfile({ db }: QueryContext, profileId: number): Promise<number[]> {
  const { rows } = await sql<Pick<Row<'dotloop_accounts'>, 'user_id'>>`
    SELECT user_id FROM dotloop_accounts WHERE profile_id = ${profileId} ORDER BY user_id`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

/** Whose loops were not compared with their deals since then, and may be now. */
export async function usersToCompare({ db }: QueryContext, since: Date): Promise<number[]> {
  const { rows } = await sql<Pick<Row<'dotloop_accounts'>, 'user_id'>>`
    SELECT a.user_id FROM dotloop_accounts a JOIN users u ON u.id = a.user_id AND u.is_active
    WHERE a.problem IS NULL AND (a.compared_at IS NULL OR a.compared_at < ${since})
      AND (a.comparing_until IS NULL OR a.comparing_until <= clock_timestamp())
    ORDER BY a.user_id`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

/** Gives the caller an account to compare, and nobody else meanwhile; `null` when somebody else has it. The lease goes by the clock of the database. */
export async function claimComparison(
  { db }: Change,
  userId: number,
  leaseMs: number,
): Promise<Pick<StoredAccount, 'profile_id' | 'compared_at'> | null> {
  const { rows } = await sql<Pick<StoredAccount, 'profile_id' | 'compared_at'>>`
    UPDATE dotloop_accounts SET comparing_until = clock_timestamp() + make_interval(secs => ${leaseMs / 1000})
    WHERE user_id = ${userId} AND problem IS NULL
      AND (comparing_until IS NULL OR comparing_until <= clock_timestamp())
    RETURNING profile_id, compared_at`.execute(db)
  return rows[0] ?? null
}

/** Ends a comparison: what changed until `comparedAt` is known; `null` when it failed, and is tried again after `waitMs`. */
export async function endComparison(
  { db }: Change,
  userId: number,
  { comparedAt, waitMs }: { comparedAt: Date | null; waitMs: number },
): Promise<void> {
  await sql`
    UPDATE dotloop_accounts SET compared_at = coalesce(${comparedAt}::timestamptz, compared_at),
      comparing_until = CASE WHEN ${waitMs}::float8 > 0
        THEN clock_timestamp() + make_interval(secs => ${waitMs / 1000}::float8) END
    WHERE user_id = ${userId}`.execute(db)
}
