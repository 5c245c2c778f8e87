import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Db } from '../../../../platform/server/database/database.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import type { Overdue } from '../../../sending/server/commands.ts'

type DigestRow = Row<'notification_digests'>

/** Somebody who may have a daily e-mail. */
export type DigestReader = Pick<Row<'users'>, 'zone'> & { user_id: number; digest_at: string | null }

/** Everybody who has unread notifications of the last day, with the time that they chose; `null` for none. */
export async function digestReaders(ctx: QueryContext): Promise<(DigestReader & { has_settings: boolean })[]> {
  const { rows } = await sql<DigestReader & { has_settings: boolean }>`
    SELECT u.id AS user_id, u.zone, to_char(t.digest_at, 'HH24:MI') AS digest_at, t.user_id IS NOT NULL AS has_settings
    FROM users u LEFT JOIN notification_settings t ON t.user_id = u.id
    WHERE u.is_active AND EXISTS (
      SELECT FROM notifications n WHERE n.user_id = u.id AND n.is_shown AND n.read_at IS NULL
        AND n.created_at > ${ctx.now}::timestamptz - interval '24 hours')`.execute(ctx.db)
  return rows
}

/** Begins the e-mail of a day; `null` when that day has one. */
export async function insertDigest(ctx: Change, userId: number, day: string): Promise<number | null> {
  const { rows } = await sql<Pick<DigestRow, 'id'>>`
    INSERT INTO notification_digests (user_id, day, created_at) VALUES (${userId}, ${day}::date, ${ctx.now})
    ON CONFLICT (user_id, day) DO NOTHING RETURNING id`.execute(ctx.db)
  return rows[0]?.id ?? null
}

/** A daily e-mail that is still to be sent, and to whom. */
export type WaitingDigest = Pick<DigestRow, 'id' | 'user_id' | 'tries'> &
  Pick<Row<'users'>, 'email' | 'first_name' | 'last_name' | 'is_active'>

/** It, while it is neither sent nor given up; `null` afterwards. */
export async function waitingDigest(db: Db, id: number): Promise<WaitingDigest | null> {
  const { rows } = await sql<WaitingDigest>`
    SELECT d.id, d.user_id, d.tries, u.email, u.first_name, u.last_name, u.is_active
    FROM notification_digests d JOIN users u ON u.id = d.user_id
    WHERE d.id = ${id} AND d.sent_at IS NULL AND d.failed_at IS NULL AND d.expired_at IS NULL`.execute(db)
  return rows[0] ?? null
}

/** Writes down what a try came to. */
export async function setDigestOutcome(
  ctx: Change,
  id: number,
  { state, problem }: { state: 'sent' | 'failed' | 'waiting'; problem: string | null },
): Promise<void> {
  await sql`
    UPDATE notification_digests SET tries = tries + 1, problem = ${problem},
      sent_at = CASE WHEN ${state}::text = 'sent' THEN ${ctx.now}::timestamptz END,
      failed_at = CASE WHEN ${state}::text = 'failed' THEN ${ctx.now}::timestamptz END
    WHERE id = ${id} AND sent_at IS NULL AND failed_at IS NULL AND expired_at IS NULL`.execute(ctx.db)
}

const isWaiting = sql`sent_at IS NULL AND failed_at IS NULL AND expired_at IS NULL`
const isHeld = sql`id IN (SELECT (h.data ->> 'digest_id')::int FROM held_jobs h WHERE h.name = 'send-notification-digest')`

/** Daily e-mails that fell due while sending is paused. */
export async function overdueDigests({ db }: QueryContext): Promise<Overdue> {
  const { rows } = await sql<Overdue>`
    SELECT count(*) AS messages, count(DISTINCT user_id) AS people, min(created_at) AS oldest
    FROM notification_digests WHERE ${isWaiting} AND ${isHeld}`.execute(db)
  return rows[0] ?? { messages: 0, people: 0, oldest: null }
}

/** Marks them as expired; answers how many there were. */
export async function expireDigests({ db, now }: Change, problem: string): Promise<number> {
  const { rows } = await sql`
    UPDATE notification_digests SET expired_at = ${now}, problem = ${problem} WHERE ${isWaiting} AND ${isHeld} RETURNING id`.execute(
    db,
  )
  return rows.length
}

/** Lets wait again what expired at a moment. */
export async function reviveDigests({ db }: Change, at: string): Promise<number[]> {
  const { rows } = await sql<Pick<DigestRow, 'id'>>`
    UPDATE notification_digests SET expired_at = NULL, problem = NULL, tries = 0
    WHERE expired_at = ${at}::timestamptz RETURNING id`.execute(db)
  return rows.map(({ id }) => id)
}
