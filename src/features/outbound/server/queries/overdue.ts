import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import type { Overdue } from '../../../sending/server/commands.ts'
import type { EndedSendings } from '../../events.ts'

/** Sendings whose job was put aside while sending is paused. */
const held = (job: string) => sql`(SELECT (h.data ->> 'sending_id')::int FROM held_jobs h WHERE h.name = ${job})`
const waiting = sql`state IN ('prepared', 'waiting')`

/** What of a job waits for the end of the pause. */
export async function overdueSendings({ db }: QueryContext, job: string): Promise<Overdue> {
  const { rows } = await sql<Overdue>`
    SELECT count(*) AS messages, count(DISTINCT lead_id) AS people, min(due_at) AS oldest FROM sendings
    WHERE ${waiting} AND id IN ${held(job)}`.execute(db)
  return rows[0] ?? { messages: 0, people: 0, oldest: null }
}

/** Cancels that; answers what it was. */
export async function expireSendings(
  { db, now }: Change,
  job: string,
  reason: string,
): Promise<EndedSendings['sendings']> {
  const { rows } = await sql<EndedSendings['sendings'][number]>`
    UPDATE sendings SET state = 'cancelled', reason = ${reason}, finished_at = ${now}
    WHERE ${waiting} AND id IN ${held(job)} RETURNING id, cause, channel, lead_id`.execute(db)
  return rows
}

/** Lets wait again what was cancelled at that moment for that reason; answers which. */
export async function reviveSendings(
  { db, now }: Change,
  { job, at, reason }: { job: string; at: string; reason: string },
): Promise<number[]> {
  const { rows } = await sql<Pick<Row<'sendings'>, 'id'>>`
    UPDATE sendings SET state = 'prepared', reason = NULL, finished_at = NULL, due_at = ${now}
    WHERE state = 'cancelled' AND job = ${job} AND reason = ${reason} AND finished_at = ${at}::timestamptz
    RETURNING id`.execute(db)
  return rows.map(({ id }) => id)
}
