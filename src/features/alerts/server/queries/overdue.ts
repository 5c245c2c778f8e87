import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import type { Overdue } from '../../../sending/server/commands.ts'

/** E-mails whose job was put aside while sending is paused. */
const held = sql`(SELECT (h.data ->> 'send_id')::int FROM held_jobs h WHERE h.name = 'send-alert')`

/** What fell due while sending is paused: e-mails that were begun, and alerts with homes whose e-mail was not. */
export async function overdueAlerts({ db, now }: QueryContext): Promise<Overdue> {
  const { rows } = await sql<Overdue>`
    SELECT count(*) AS messages, count(DISTINCT lead_id) AS people, min(due_at) AS oldest FROM (
      SELECT lead_id, due_at FROM alert_sends WHERE state = 'waiting' AND id IN ${held}
      UNION ALL
      SELECT lead_id, next_due_at FROM alerts WHERE next_due_at <= ${now} AND deleted_at IS NULL) overdue`.execute(db)
  return rows[0] ?? { messages: 0, people: 0, oldest: null }
}

/** Homes of an e-mail that are remembered for another try. */
const MAX_HOMES = 200

/** Marks e-mails as expired, those named and those put aside; they give their homes back and remember them. Answers how many. */
export async function expireSends({ db, now }: Change, ids: readonly number[], problem: string): Promise<number> {
  const { rows } = await sql<Pick<Row<'alert_sends'>, 'id'>>`
    UPDATE alert_sends SET state = 'expired', problem = ${problem}, retry_at = NULL, claimed_until = NULL, finished_at = ${now}
    WHERE state = 'waiting' AND (id = ANY(${[...ids]}::int[]) OR id IN ${held}) RETURNING id`.execute(db)
  const expired = rows.map(({ id }) => id)
  await sql`
    WITH given_back AS (
      DELETE FROM alert_matches WHERE send_id = ANY(${expired}::int[])
      RETURNING send_id, listing_id, price, price_before, matched_at
    ), ranked AS (
      SELECT *, row_number() OVER (PARTITION BY send_id ORDER BY matched_at DESC, listing_id DESC) AS place FROM given_back
    ), remembered AS (
      SELECT send_id, jsonb_agg(jsonb_build_object(
        'listing_id', listing_id, 'price', price, 'price_before', price_before)) AS homes
      FROM ranked WHERE place <= ${MAX_HOMES} GROUP BY send_id)
    UPDATE alert_sends s SET homes = remembered.homes FROM remembered WHERE s.id = remembered.send_id`.execute(db)
  return expired.length
}

/** E-mails that expired at a moment. */
export async function expiredSends({ db }: QueryContext, at: string): Promise<number[]> {
  const { rows } = await sql<Pick<Row<'alert_sends'>, 'id'>>`
    SELECT id FROM alert_sends WHERE state = 'expired' AND finished_at = ${at}::timestamptz ORDER BY id`.execute(db)
  return rows.map(({ id }) => id)
}
