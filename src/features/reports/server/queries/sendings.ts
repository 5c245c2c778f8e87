import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import type { Overdue } from '../../../sending/server/commands.ts'
import type { Rhythm } from '../../rules/schedule.ts'

/** A schedule of somebody who can still sign in. */
export interface OpenSchedule {
  id: number
  every: Rhythm
  day: number
  hour: number
  since: string
}

/** All schedules of people who can sign in. */
export async function openSchedules({ db }: QueryContext): Promise<OpenSchedule[]> {
  const { rows } = await sql<OpenSchedule>`
    SELECT h.id, h.every, h.day, h.hour, h.since FROM report_schedules h JOIN users u ON u.id = h.user_id
    WHERE u.is_active ORDER BY h.id`.execute(db)
  return rows
}

/** Begins the e-mail of a day; `null` when that day has one. */
export async function insertSending({ db, now }: Change, scheduleId: number, day: string): Promise<number | null> {
  const { rows } = await sql<Pick<Row<'report_sendings'>, 'id'>>`
    INSERT INTO report_sendings (schedule_id, day, created_at) VALUES (${scheduleId}, ${day}::date, ${now})
    ON CONFLICT (schedule_id, day) DO NOTHING RETURNING id`.execute(db)
  return rows[0]?.id ?? null
}

const isOpen = sql`sent_at IS NULL AND failed_at IS NULL AND expired_at IS NULL`

/** An e-mail that is to be sent now: of which report, for which day, and to whom. */
export interface OpenSending extends Pick<Row<'report_sendings'>, 'id' | 'schedule_id' | 'tries'> {
  day: string
  saved_report_id: number
  user_id: number
  email: string
  first_name: string
  last_name: string
}

/**
 * Takes an e-mail for one worker. `lost`: a worker had it and did not say what came of it; whether it was sent is not known.
 * `null` when there is nothing to send, or somebody else is at it.
 */
export async function takeSending(
  { db, now }: Change,
  id: number,
  lostAfterSeconds: number,
): Promise<OpenSending | 'lost' | null> {
  const { rows } = await sql<OpenSending & { was_trying: boolean; is_lost: boolean }>`
    SELECT g.id, g.schedule_id, g.tries, g.day::text AS day, h.saved_report_id, h.user_id, u.email, u.first_name, u.last_name,
      g.trying_since IS NOT NULL AS was_trying,
      coalesce(g.trying_since <= ${now}::timestamptz - make_interval(secs => ${lostAfterSeconds}), false) AS is_lost
    FROM report_sendings g JOIN report_schedules h ON h.id = g.schedule_id JOIN users u ON u.id = h.user_id
    WHERE g.id = ${id} AND ${isOpen} FOR UPDATE OF g`.execute(db)
  const [found] = rows
  if (!found) return null
  if (found.was_trying) return found.is_lost ? 'lost' : null
  await sql`UPDATE report_sendings SET trying_since = ${now}, tries = tries + 1 WHERE id = ${id}`.execute(db)
  const { was_trying: _, is_lost: __, ...sending } = found
  return sending
}

/** Writes down what a try came to; one that is to be tried again is free for the next worker. */
export async function setSendingOutcome(
  { db, now }: Change,
  id: number,
  { state, problem }: { state: 'sent' | 'failed' | 'waiting'; problem: string | null },
): Promise<void> {
  await sql`
    UPDATE report_sendings SET problem = ${problem}, trying_since = NULL,
      sent_at = CASE WHEN ${state}::text = 'sent' THEN ${now}::timestamptz END,
      failed_at = CASE WHEN ${state}::text = 'failed' THEN ${now}::timestamptz END
    WHERE id = ${id} AND sent_at IS NULL AND expired_at IS NULL`.execute(db)
}

const isHeld = sql`id IN (SELECT (h.data ->> 'sending_id')::int FROM held_jobs h WHERE h.name = 'send-report')`

/** E-mails that fell due while sending is paused. */
export async function overdueReports({ db }: QueryContext): Promise<Overdue> {
  const { rows } = await sql<Overdue>`
    SELECT count(*) AS messages, count(DISTINCT schedule_id) AS people, min(created_at) AS oldest
    FROM report_sendings WHERE ${isOpen} AND ${isHeld}`.execute(db)
  return rows[0] ?? { messages: 0, people: 0, oldest: null }
}

/** Marks them as expired; answers how many there were. */
export async function expireReports({ db, now }: Change, problem: string): Promise<number> {
  const { rows } = await sql`
    UPDATE report_sendings SET expired_at = ${now}, problem = ${problem} WHERE ${isOpen} AND ${isHeld} RETURNING id`.execute(
    db,
  )
  return rows.length
}

/** Lets wait again what expired at a moment. */
export async function reviveReports({ db }: Change, at: string): Promise<number[]> {
  const { rows } = await sql<Pick<Row<'report_sendings'>, 'id'>>`
    UPDATE report_sendings SET expired_at = NULL, problem = NULL, tries = 0
    WHERE expired_at = ${at}::timestamptz RETURNING id`.execute(db)
  return rows.map(({ id }) => id)
}
