import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'

/** A channel on which the service calls. */
export type Channel = Pick<Row<'calendar_channels'>, 'id' | 'user_id' | 'calendar_id' | 'resource_id' | 'expires_at'>

const columns = sql`id, user_id, calendar_id, resource_id, expires_at`

/** The channels of somebody. */
export async function channelsOf({ db }: QueryContext, userId: number): Promise<Channel[]> {
  const { rows } = await sql<Channel>`
    SELECT ${columns} FROM calendar_channels WHERE user_id = ${userId} ORDER BY expires_at`.execute(db)
  return rows
}

/** A channel by its id and the hash of the token that only the service was given; `null` when it is not ours. */
export async function openChannel(
  { db }: Pick<QueryContext, 'db'>,
  id: string,
  tokenHash: Buffer,
): Promise<Channel | null> {
  const { rows } = await sql<Channel>`
    SELECT ${columns} FROM calendar_channels WHERE id = ${id}::uuid AND token_hash = ${tokenHash}`.execute(db)
  return rows[0] ?? null
}

/** Writes down a channel before the service is asked for it: its first call may come before the answer. */
export async function insertChannel(
  { db, now }: Change,
  channel: Pick<Channel, 'id' | 'user_id' | 'calendar_id'> & { token_hash: Buffer; expires_at: Date },
): Promise<void> {
  await db
    .insertInto('calendar_channels')
    .values({ ...channel, created_at: now })
    .execute()
}

/** What the service answered. */
export async function confirmChannel(
  { db }: Change,
  id: string,
  { resource_id, expires_at }: { resource_id: string; expires_at: Date },
): Promise<void> {
  await db.updateTable('calendar_channels').set({ resource_id, expires_at }).where('id', '=', id).execute()
}

/** Removes a channel that ended. */
export async function deleteChannel({ db }: Change, id: string): Promise<void> {
  await db.deleteFrom('calendar_channels').where('id', '=', id).execute()
}
