import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Row, RowAs } from '../../../../platform/server/database/rows.ts'
import type { PushDevice } from '../../contract.ts'

/** A browser that subscribes. */
export type NewDevice = Pick<
  Row<'push_devices'>,
  'user_id' | 'session_id' | 'endpoint' | 'p256dh' | 'auth' | 'name'
> & { expires_at: Date | null }

/** Stores a browser, or takes it over from whoever was signed in there before; answers its id. */
export async function storeDevice(ctx: Change, device: NewDevice): Promise<number> {
  const { rows } = await sql<Pick<Row<'push_devices'>, 'id'>>`
    INSERT INTO push_devices (user_id, session_id, endpoint, p256dh, auth, name, expires_at, created_at)
    VALUES (${device.user_id}, ${device.session_id}, ${device.endpoint}, ${device.p256dh}, ${device.auth}, ${device.name},
            ${device.expires_at}, ${ctx.now})
    ON CONFLICT (endpoint) DO UPDATE SET user_id = excluded.user_id, session_id = excluded.session_id,
      p256dh = excluded.p256dh, auth = excluded.auth, name = excluded.name, expires_at = excluded.expires_at
    RETURNING id`.execute(ctx.db)
  return rows[0]?.id ?? 0
}

/** The browsers of a person whose sign-in goes on. */
export async function devicesOf(
  ctx: QueryContext,
  { user_id, session_id }: { user_id: number; session_id: number | null },
): Promise<PushDevice[]> {
  const { rows } = await sql<RowAs<'push_devices', PushDevice>>`
    SELECT d.id, d.name, d.created_at, d.last_delivered_at, d.session_id IS NOT DISTINCT FROM ${session_id}::int AS is_this_session
    FROM push_devices d JOIN sessions s ON s.id = d.session_id
    WHERE d.user_id = ${user_id} AND s.revoked_at IS NULL AND s.expires_at > ${ctx.now} ORDER BY d.created_at, d.id`.execute(
    ctx.db,
  )
  return rows
}

/** Deletes a browser, of anybody or of one person; false when there is none. */
export async function deleteDevice(ctx: Change, id: number, userId: number | null = null): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM push_devices WHERE id = ${id} AND (${userId}::int IS NULL OR user_id = ${userId}) RETURNING id`.execute(
    ctx.db,
  )
  return rows.length > 0
}

/** Deletes the browsers whose sign-in has ended, and those of people who may no longer sign in. */
export async function deleteDeadDevices(ctx: Change): Promise<void> {
  await sql`
    DELETE FROM push_devices d USING sessions s, users u
    WHERE s.id = d.session_id AND u.id = d.user_id
      AND (s.revoked_at IS NOT NULL OR s.expires_at <= ${ctx.now} OR d.expires_at <= ${ctx.now} OR NOT u.is_active)`.execute(
    ctx.db,
  )
}

/** The keys of this installation, made at the first asking; the private one as it is stored. */
export async function storedKeys(
  ctx: QueryContext,
): Promise<Pick<Row<'push_keys'>, 'public_key' | 'private_key'> | null> {
  const row = await ctx.db.selectFrom('push_keys').select(['public_key', 'private_key']).executeTakeFirst()
  return row ?? null
}

/** Stores keys, unless another process was first, or in the place of some that cannot be opened any more. */
export async function storeKeys(
  ctx: QueryContext,
  { public_key, private_key }: Pick<Row<'push_keys'>, 'public_key' | 'private_key'>,
  replaced: string | null,
): Promise<void> {
  await sql`
    INSERT INTO push_keys (public_key, private_key, created_at) VALUES (${public_key}, ${private_key}, ${ctx.now})
    ON CONFLICT (id) DO UPDATE SET public_key = excluded.public_key, private_key = excluded.private_key, created_at = excluded.created_at
    WHERE push_keys.public_key = ${replaced}`.execute(ctx.db)
}
