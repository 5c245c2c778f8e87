import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../platform/server/context.ts'
import type { Row } from '../../../platform/server/database/rows.ts'
import { googleScopes } from '../../people/rules.ts'
import type { GoogleServiceName } from '../rules.ts'

/** What is stored of somebody's Google account. */
export interface StoredAccount {
  user_id: number
  email: string | null
  is_active: boolean
  granted: GoogleServiceName[]
  has_tokens: boolean
  /** Sealed. */
  access_token: string | null
  expires_at: string | null
  ends_at: string | null
  problem: string | null
  problem_at: string | null
  connected_at: string | null
  disconnected: string[]
}

/** Somebody's account; `null` when there is no such user. */
export async function storedAccount({ db }: QueryContext, userId: number): Promise<StoredAccount | null> {
  const { rows } = await sql<StoredAccount>`
    SELECT u.id AS user_id, c.email, u.is_active, c.user_id IS NOT NULL AS has_tokens, c.access_token, c.expires_at, c.ends_at,
           c.problem, c.problem_at, c.connected_at, coalesce(c.disconnected, '{}') AS disconnected,
           array_remove(ARRAY[CASE WHEN ${googleScopes.mail} = ANY(u.google_scopes) THEN 'mail' END,
                              CASE WHEN ${googleScopes.calendar} = ANY(u.google_scopes) THEN 'calendar' END], NULL) AS granted
    FROM users u LEFT JOIN identity_credentials c ON c.user_id = u.id WHERE u.id = ${userId}`.execute(db)
  return rows[0] ?? null
}

/** Active people whose account is reached for a service. */
export async function connectedUsers({ db }: QueryContext, service: GoogleServiceName): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT u.id FROM users u JOIN identity_credentials c ON c.user_id = u.id
    WHERE u.is_active AND ${googleScopes[service]} = ANY(u.google_scopes) AND c.problem IS NULL
      AND NOT ${service} = ANY(c.disconnected)
    ORDER BY u.id`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Gives the caller the sealed token to refresh with, and nobody else for the length of the lease; `null` when somebody else has
 * it, or the access token was refreshed meanwhile. The lease goes by the clock of the database: a job that waits has its own time.
 */
export async function claimRefresh(
  { db }: QueryContext,
  userId: number,
  { before, refused, leaseMs }: { before: Date; refused: string | null; leaseMs: number },
): Promise<string | null> {
  const { rows } = await sql<Pick<Row<'identity_credentials'>, 'refresh_token'>>`
    UPDATE identity_credentials SET refreshing_until = clock_timestamp() + make_interval(secs => ${leaseMs / 1000})
    WHERE user_id = ${userId} AND problem IS NULL
      AND (access_token IS NULL OR expires_at <= ${before} OR access_token = ${refused})
      AND (refreshing_until IS NULL OR refreshing_until <= clock_timestamp())
    RETURNING refresh_token`.execute(db)
  return rows[0]?.refresh_token ?? null
}

/** Stores refreshed tokens, before anybody uses them, unless the account was connected anew meanwhile; answers whether it did. */
export async function saveTokens(
  { db }: QueryContext,
  userId: number,
  refreshed: string,
  tokens: { access_token: string; refresh_token: string | null; expires_at: Date; ends_at: Date | null },
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE identity_credentials SET access_token = ${tokens.access_token}, expires_at = ${tokens.expires_at},
      refresh_token = coalesce(${tokens.refresh_token}, refresh_token), ends_at = coalesce(${tokens.ends_at}, ends_at),
      refreshing_until = NULL, updated_at = now()
    WHERE user_id = ${userId} AND refresh_token = ${refreshed} RETURNING user_id`.execute(db)
  return rows.length > 0
}

/** Lets others try to refresh. */
export async function releaseRefresh({ db }: QueryContext, userId: number, refreshed: string): Promise<void> {
  await sql`
    UPDATE identity_credentials SET refreshing_until = NULL
    WHERE user_id = ${userId} AND refresh_token = ${refreshed}`.execute(db)
}

/** Writes down that Google takes neither of these tokens any longer, unless others have taken their place; answers whether it did. */
export async function markProblem(
  { db, now }: Change,
  userId: number,
  { problem, token }: { problem: string; token: string },
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE identity_credentials SET problem = ${problem}, problem_at = ${now}, refreshing_until = NULL
    WHERE user_id = ${userId} AND problem IS NULL AND (refresh_token = ${token} OR access_token = ${token})
    RETURNING user_id`.execute(db)
  return rows.length > 0
}

type SwitchedOff = Pick<Row<'identity_credentials'>, 'email' | 'refresh_token' | 'disconnected'>

/** Switches a service off; answers the sealed refresh token and what is off now, `null` when nothing is stored. */
export async function switchOff(
  { db }: Change,
  userId: number,
  service: GoogleServiceName,
): Promise<SwitchedOff | null> {
  const { rows } = await sql<SwitchedOff>`
    UPDATE identity_credentials SET disconnected = ARRAY(SELECT DISTINCT unnest(disconnected || ${service}::text) ORDER BY 1)
    WHERE user_id = ${userId} RETURNING email, refresh_token, disconnected`.execute(db)
  return rows[0] ?? null
}

/** Removes the tokens of somebody. */
export async function deleteTokens({ db }: Change, userId: number): Promise<void> {
  await sql`DELETE FROM identity_credentials WHERE user_id = ${userId}`.execute(db)
}
