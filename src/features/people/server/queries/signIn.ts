import { sql } from 'kysely'
import type { Db } from '../../../../platform/server/database/database.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'

/** Somebody who may sign in, as the sign-in needs them. */
export type Candidate = Pick<Row<'users'>, 'id' | 'email' | 'is_active' | 'password_hash' | 'identity_subject'>

/** The user with an e-mail address, in any capitals. */
export async function candidateByEmail(db: Db, email: string): Promise<Candidate | null> {
  const { rows } = await sql<Candidate>`
    SELECT id, email, is_active, password_hash, identity_subject FROM users WHERE lower(email) = ${email.toLowerCase()}`.execute(
    db,
  )
  return rows[0] ?? null
}

/** The user whom the identity provider knows under this subject; else the one with the address, met for the first time. */
export async function candidateByIdentity(
  db: Db,
  { subject, email }: { subject: string; email: string },
): Promise<Candidate | null> {
  const { rows } = await sql<Candidate>`
    SELECT id, email, is_active, password_hash, identity_subject FROM users
    WHERE identity_subject = ${subject} OR (identity_subject IS NULL AND lower(email) = ${email.toLowerCase()})
    ORDER BY identity_subject NULLS LAST LIMIT 1`.execute(db)
  return rows[0] ?? null
}

/** Binds a user to the provider's subject, so that a changed address there opens nobody else's account here. */
export async function bindIdentity(db: Db, userId: number, subject: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ identity_subject: subject })
    .where('id', '=', userId)
    .where('identity_subject', 'is', null)
    .execute()
}

/** What the identity provider said about somebody. */
export interface Ticket extends Pick<Row<'sign_in_tickets'>, 'purpose' | 'subject' | 'email' | 'scopes'> {
  /** Sealed. */
  refresh_token: Row<'sign_in_tickets'>['refresh_token']
  /** Hash of what the cookie of the browser holds that the ticket is for. */
  browser_hash: Row<'sign_in_tickets'>['browser_hash']
}

/** Keeps a ticket until it expires, and forgets those that did. */
export async function insertTicket(
  db: Db,
  ticket: Ticket & { hash: Buffer; expires_at: Date; now: Date },
): Promise<void> {
  await sql`DELETE FROM sign_in_tickets WHERE expires_at < ${ticket.now}`.execute(db)
  await db
    .insertInto('sign_in_tickets')
    .values({
      hash: ticket.hash,
      purpose: ticket.purpose,
      subject: ticket.subject,
      email: ticket.email,
      scopes: ticket.scopes,
      refresh_token: ticket.refresh_token,
      browser_hash: ticket.browser_hash,
      expires_at: ticket.expires_at,
    })
    .execute()
}

/** Takes a ticket: of two that come with the same one, the second finds nothing. */
export async function claimTicket(
  db: Db,
  { hash, purpose, now }: { hash: Buffer; purpose: Ticket['purpose']; now: Date },
): Promise<Ticket | null> {
  const { rows } = await sql<Ticket>`
    DELETE FROM sign_in_tickets WHERE hash = ${hash} AND purpose = ${purpose} AND expires_at >= ${now}
    RETURNING purpose, subject, email, scopes, refresh_token, browser_hash`.execute(db)
  return rows[0] ?? null
}

/** Writes down which scopes somebody granted; answers all that they have granted by now. */
export async function saveScopes(db: Db, userId: number, scopes: readonly string[]): Promise<string[]> {
  const { rows } = await sql<Pick<Row<'users'>, 'google_scopes'>>`
    UPDATE users SET google_scopes = ${[...scopes]}::text[], updated_at = now() WHERE id = ${userId} RETURNING google_scopes`.execute(
    db,
  )
  return rows[0]?.google_scopes ?? []
}

/** Stores the sealed refresh token of somebody, in place of the one before and of all that was known about it. */
export async function saveCredential(
  db: Db,
  userId: number,
  { email, sealed, now }: { email: string; sealed: string; now: Date },
): Promise<void> {
  await sql`
    INSERT INTO identity_credentials (user_id, email, refresh_token, connected_at) VALUES (${userId}, ${email}, ${sealed}, ${now})
    ON CONFLICT (user_id) DO UPDATE SET email = excluded.email, refresh_token = excluded.refresh_token,
      connected_at = excluded.connected_at, updated_at = now(), access_token = NULL, expires_at = NULL,
      refreshing_until = NULL, ends_at = NULL, problem = NULL, problem_at = NULL, disconnected = '{}'`.execute(db)
}

/** The failures counted under a key, locked until the end of the transaction so that guesses count one by one. */
export async function lockFailures(
  db: Db,
  key: string,
): Promise<{ failures: number; last_failed_at: string | null; locked_until: string | null }> {
  await db
    .insertInto('sign_in_failures')
    .values({ key })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const { rows } = await sql<Pick<Row<'sign_in_failures'>, 'failures' | 'last_failed_at' | 'locked_until'>>`
    SELECT failures, last_failed_at, locked_until FROM sign_in_failures WHERE key = ${key} FOR UPDATE`.execute(db)
  return rows[0] ?? { failures: 0, last_failed_at: null, locked_until: null }
}

/** Sets the count of a key. */
export async function setFailures(
  db: Db,
  counted: { key: string; failures: number; locked_until: Date | null; now: Date },
): Promise<void> {
  await db
    .updateTable('sign_in_failures')
    .set({ failures: counted.failures, locked_until: counted.locked_until, last_failed_at: counted.now })
    .where('key', '=', counted.key)
    .execute()
}

/** A right password: the account's count starts again, the address gets its try back. */
export async function forgiveFailures(db: Db, account: string, address: string): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('key', '=', account).execute()
  await sql`UPDATE sign_in_failures SET failures = greatest(failures - 1, 0), locked_until = NULL WHERE key = ${address}`.execute(
    db,
  )
}
