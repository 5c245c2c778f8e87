import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'

/** What a user is called at the telephone system, and the sealed password for it. */
export type SipAccount = Pick<Row<'sip_accounts'>, 'extension' | 'secret'>

/** The extension of a user; `null` for somebody without one. */
export async function sipAccountOf({ db }: Pick<QueryContext, 'db'>, userId: number): Promise<SipAccount | null> {
  const { rows } = await sql<SipAccount>`
    SELECT extension, secret FROM sip_accounts WHERE user_id = ${userId}`.execute(db)
  return rows[0] ?? null
}

interface ListedExtension {
  user_id: number
  name: string
  extension: string | null
  has_password: boolean
}

/** Everybody who may call, with their extensions. */
export async function listedExtensions({ db }: Pick<QueryContext, 'db'>): Promise<ListedExtension[]> {
  const { rows } = await sql<ListedExtension>`
    SELECT u.id AS user_id, trim(u.first_name || ' ' || u.last_name) AS name, s.extension,
           s.secret IS NOT NULL AS has_password
    FROM users u LEFT JOIN sip_accounts s ON s.user_id = u.id
    WHERE u.is_active AND ('view_leads' = ANY (permissions_of_user(u.id)) OR s.user_id IS NOT NULL)
    ORDER BY name, u.id`.execute(db)
  return rows
}

/** Whose extension it is; `null` for one that nobody has. */
export async function userOfExtension({ db }: Pick<QueryContext, 'db'>, extension: string): Promise<number | null> {
  const { rows } = await sql<Pick<Row<'sip_accounts'>, 'user_id'>>`
    SELECT user_id FROM sip_accounts WHERE extension = ${extension}`.execute(db)
  return rows[0]?.user_id ?? null
}

/** Gives a user an extension; a password that is not given stays. */
export async function saveExtension(
  { db, now }: Change,
  { user_id, extension, secret }: { user_id: number; extension: string; secret: string | undefined },
): Promise<void> {
  await sql`
    INSERT INTO sip_accounts (user_id, extension, secret, updated_at)
    VALUES (${user_id}, ${extension}, ${secret ?? null}, ${now})
    ON CONFLICT (user_id) DO UPDATE SET extension = excluded.extension,
      secret = coalesce(excluded.secret, sip_accounts.secret), updated_at = excluded.updated_at`.execute(db)
}

/** Takes the extension of a user away. */
export async function removeExtension({ db }: Change, userId: number): Promise<void> {
  await sql`DELETE FROM sip_accounts WHERE user_id = ${userId}`.execute(db)
}

/** Two browsers that ring with one call tell of it one after the other. */
export async function lockCaller({ db }: Change, number: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`sip caller ${number}`}, 0))`.execute(db)
}

/**
 * The name of a call from a number that rings in other browsers already: a telephone system may give each of them a call of its own.
 * `null` for the first one that tells of it.
 */
export async function ringingFrom({ db, now }: Change, number: string): Promise<string | null> {
  const { rows } = await sql<Pick<Row<'calls'>, 'provider_id'>>`
    SELECT provider_id FROM calls
    WHERE direction = 'inbound' AND state = 'ringing' AND heard_at > ${now}::timestamptz - interval '1 minute'
      AND from_number = ${number} ORDER BY id DESC LIMIT 1`.execute(db)
  return rows[0]?.provider_id ?? null
}
