import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Db } from '../../../../platform/server/database/database.ts'
import type { Row, RowAs } from '../../../../platform/server/database/rows.ts'
import type { ApiKeyRecord } from '../../contract.ts'

/** What a request with a key is decided by. */
export type PresentedKey = Pick<
  Row<'api_keys'>,
  'id' | 'scopes' | 'user_id' | 'expires_at' | 'revoked_at' | 'last_used_at'
>

/** The key with this hash, revoked or not; `null` when there never was one. */
export async function keyByHash(db: Db, hash: Buffer): Promise<PresentedKey | null> {
  const { rows } = await sql<PresentedKey>`
    SELECT id, scopes, user_id, expires_at, revoked_at, last_used_at FROM api_keys WHERE hash = ${hash}`.execute(db)
  return rows[0] ?? null
}

/** Writes down that a key was used, at most once a minute, so that reading costs no write. */
export async function recordKeyUse(db: Db, id: number, now: Date): Promise<void> {
  await sql`
    UPDATE api_keys SET last_used_at = ${now}
    WHERE id = ${id} AND (last_used_at IS NULL OR last_used_at <= ${now}::timestamptz - interval '1 minute')`.execute(
    db,
  )
}

/** Keys that are not revoked, newest first; with an id, that one alone. */
export async function apiKeys({ db }: QueryContext, id: number | null = null): Promise<ApiKeyRecord[]> {
  const { rows } = await sql<RowAs<'api_keys', ApiKeyRecord, 'scopes'>>`
    SELECT k.id, k.name, k.hint, k.scopes, k.created_at, k.expires_at, k.last_used_at,
      jsonb_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name), 'is_active', u.is_active) AS user
    FROM api_keys k JOIN users u ON u.id = k.user_id
    WHERE k.revoked_at IS NULL AND (${id}::int IS NULL OR k.id = ${id}::int)
    ORDER BY k.id DESC`.execute(db)
  return rows
}

/** Stores a key; answers its id. */
export async function insertKey(
  { db, now }: Change,
  key: Pick<Row<'api_keys'>, 'name' | 'hash' | 'hint' | 'user_id'> & {
    scopes: readonly string[]
    expires_at: Date | null
  },
): Promise<number> {
  const { rows } = await sql<Pick<Row<'api_keys'>, 'id'>>`
    INSERT INTO api_keys (name, hash, hint, scopes, user_id, created_at, expires_at)
    VALUES (${key.name}, ${key.hash}, ${key.hint}, ${[...key.scopes]}::text[], ${key.user_id}, ${now}, ${key.expires_at})
    RETURNING id`.execute(db)
  return rows[0]?.id ?? 0
}

/** Ends a key; answers its name, or `null` when there is none that is valid. */
export async function endApiKey({ db, now }: Change, id: number, by: number): Promise<string | null> {
  const { rows } = await sql<Pick<Row<'api_keys'>, 'name'>>`
    UPDATE api_keys SET revoked_at = ${now}, revoked_by = ${by} WHERE id = ${id} AND revoked_at IS NULL
    RETURNING name`.execute(db)
  return rows[0]?.name ?? null
}

/** The names of keys, revoked ones too. */
export async function keyNames({ db }: QueryContext, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<Pick<Row<'api_keys'>, 'id' | 'name'>>`
    SELECT id, name FROM api_keys WHERE id = ANY (${[...ids]}::int[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
