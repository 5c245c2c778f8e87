import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import { SESSION_IDLE_DAYS } from '../../../people/rules.ts'
import type { Overdue } from '../../../sending/server/commands.ts'
import type { Channel, DeliveryState } from '../../rules/channels.ts'

type DeliveryRow = Row<'notification_deliveries'>

/** What a new delivery holds. */
export interface NewDelivery {
  notification_id: number
  channel: Channel
  device: { id: number; name: string } | null
  is_fallback: boolean
  due_at: Date
}

/** Stores a delivery; answers its id. */
export async function insertDelivery(ctx: Change, given: NewDelivery): Promise<number> {
  const { device, ...delivery } = given
  const { id } = await ctx.db
    .insertInto('notification_deliveries')
    .values({ ...delivery, device_id: device?.id ?? null, device_name: device?.name ?? '' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A delivery that is to be made, with the notification and whom it is for. */
export type DueDelivery = Pick<
  DeliveryRow,
  'id' | 'state' | 'tries' | 'trying_at' | 'is_fallback' | 'due_at' | 'device_id'
> & {
  channel: Channel
} & Pick<
    Row<'notifications'>,
    'user_id' | 'kind' | 'title' | 'body' | 'path' | 'lead_id' | 'created_at' | 'seen_at' | 'expires_at'
  > & {
    notification_id: number
  } & Pick<Row<'users'>, 'first_name' | 'last_name' | 'email' | 'phone' | 'zone' | 'is_active'>

/** A delivery, locked; `null` when its notification is gone. */
export async function lockDelivery(ctx: Change, id: number): Promise<DueDelivery | null> {
  const { rows } = await sql<DueDelivery>`
    SELECT d.id, d.channel, d.state, d.tries, d.trying_at, d.is_fallback, d.due_at, d.device_id, d.notification_id,
           n.user_id, n.kind, n.title, n.body, n.path, n.lead_id, n.created_at, n.seen_at, n.expires_at,
           u.first_name, u.last_name, u.email, u.phone, u.zone, u.is_active
    FROM notification_deliveries d JOIN notifications n ON n.id = d.notification_id JOIN users u ON u.id = n.user_id
    WHERE d.id = ${id} AND d.expired_at IS NULL FOR UPDATE OF d`.execute(ctx.db)
  return rows[0] ?? null
}

/** Says that a delivery is being handed over, with the token by which its device reports. */
export async function beginDelivery(ctx: Change, id: number, receiptHash: Buffer | null): Promise<void> {
  await sql`
    UPDATE notification_deliveries SET state = 'trying', trying_at = ${ctx.now}, tries = tries + 1,
      receipt_hash = coalesce(${receiptHash}::bytea, receipt_hash) WHERE id = ${id}`.execute(ctx.db)
}

/** Writes down what a delivery came to. */
export async function endDelivery(
  ctx: Change,
  id: number,
  { state, problem }: { state: DeliveryState; problem: string | null },
): Promise<void> {
  await sql`
    UPDATE notification_deliveries SET state = ${state}, problem = ${problem},
      sent_at = CASE WHEN ${state}::text = 'sent' THEN ${ctx.now}::timestamptz ELSE sent_at END
    WHERE id = ${id}`.execute(ctx.db)
}

/** What a device reports of a push; answers whose notification it was, `null` for tokens that are none. */
export async function recordReceipt(
  ctx: Change,
  receiptHash: Buffer,
  isOpened: boolean,
): Promise<Pick<Row<'notifications'>, 'id' | 'user_id'> | null> {
  const { rows } = await sql<Pick<Row<'notifications'>, 'id' | 'user_id'> & Pick<DeliveryRow, 'device_id'>>`
    UPDATE notification_deliveries d SET delivered_at = coalesce(d.delivered_at, ${ctx.now}::timestamptz),
      opened_at = CASE WHEN ${isOpened} THEN coalesce(d.opened_at, ${ctx.now}::timestamptz) ELSE d.opened_at END
    FROM notifications n WHERE n.id = d.notification_id AND d.receipt_hash = ${receiptHash}
    RETURNING n.id, n.user_id, d.device_id`.execute(ctx.db)
  const [row] = rows
  if (!row) return null
  await sql`UPDATE push_devices SET last_delivered_at = ${ctx.now} WHERE id = ${row.device_id}`.execute(ctx.db)
  return { id: row.id, user_id: row.user_id }
}

/** Where a device is reached, while the session that it came with goes on. */
export type LiveDevice = Pick<Row<'push_devices'>, 'id' | 'endpoint' | 'p256dh' | 'auth'>

/** The device, `null` when it is gone or its person has signed out there. */
export async function liveDevice(ctx: QueryContext, id: number): Promise<LiveDevice | null> {
  const { rows } = await sql<LiveDevice>`
    SELECT d.id, d.endpoint, d.p256dh, d.auth FROM push_devices d JOIN sessions s ON s.id = d.session_id
    WHERE d.id = ${id} AND s.user_id = d.user_id AND s.revoked_at IS NULL AND s.expires_at > ${ctx.now}
      AND s.last_used_at > ${ctx.now}::timestamptz - make_interval(days => ${SESSION_IDLE_DAYS})
      AND (d.expires_at IS NULL OR d.expires_at > ${ctx.now})`.execute(ctx.db)
  return rows[0] ?? null
}

const isHeld = sql`d.id IN (SELECT (h.data ->> 'delivery_id')::int FROM held_jobs h WHERE h.name = 'deliver-notification')`

/** Deliveries that fell due while sending is paused. */
export async function overdueDeliveries({ db }: QueryContext): Promise<Overdue> {
  const { rows } = await sql<Overdue>`
    SELECT count(*) AS messages, count(DISTINCT n.user_id) AS people, min(d.due_at) AS oldest
    FROM notification_deliveries d JOIN notifications n ON n.id = d.notification_id
    WHERE d.state = 'waiting' AND d.expired_at IS NULL AND ${isHeld}`.execute(db)
  return rows[0] ?? { messages: 0, people: 0, oldest: null }
}

/** Marks them as expired; answers how many there were. */
export async function expireDeliveries({ db, now }: Change, problem: string): Promise<number> {
  const { rows } = await sql`
    UPDATE notification_deliveries d SET expired_at = ${now}, state = 'skipped', problem = ${problem}
    WHERE d.state = 'waiting' AND d.expired_at IS NULL AND ${isHeld} RETURNING d.id`.execute(db)
  return rows.length
}

/** Lets wait again what expired at a moment, unless it was seen since. */
export async function reviveDeliveries({ db }: Change, at: string): Promise<number[]> {
  const { rows } = await sql<Pick<DeliveryRow, 'id'>>`
    UPDATE notification_deliveries d SET expired_at = NULL, state = 'waiting', problem = NULL
    FROM notifications n WHERE n.id = d.notification_id AND n.seen_at IS NULL AND d.expired_at = ${at}::timestamptz
    RETURNING d.id`.execute(db)
  return rows.map(({ id }) => id)
}
