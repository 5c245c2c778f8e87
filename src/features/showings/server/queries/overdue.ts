import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import type { Overdue } from '../../../sending/server/commands.ts'

/** E-mails whose job was put aside while sending is paused. */
const held = sql`(SELECT (h.data ->> 'email_id')::int FROM held_jobs h WHERE h.name = 'send-showing-letter')`

/** What clients of showings would hear now; of showings that are over nothing goes out any more. */
export async function overdueEmails({ db, now }: QueryContext): Promise<Overdue> {
  const { rows } = await sql<Overdue>`
    SELECT count(*) AS messages, count(DISTINCT s.lead_id) AS people, min(t.created_at) AS oldest
    FROM showing_emails t JOIN showings s ON s.id = t.showing_id
    WHERE t.state = 'waiting' AND s.ends_at > ${now} AND t.id IN ${held}`.execute(db)
  return rows[0] ?? { messages: 0, people: 0, oldest: null }
}

/** The showing of an e-mail, and its lead. */
export type EmailOfShowing = Pick<Row<'showing_emails'>, 'id'> &
  Pick<Row<'showings'>, 'lead_id'> &
  Pick<Row<'leads'>, 'agent_id'>

/** Marks them as expired. */
export async function expireEmails({ db, now }: Change, problem: string): Promise<EmailOfShowing[]> {
  const { rows } = await sql<EmailOfShowing>`
    UPDATE showing_emails t SET state = 'expired', problem = ${problem}, trying_since = NULL, finished_at = ${now}
    FROM showings s JOIN leads l ON l.id = s.lead_id
    WHERE s.id = t.showing_id AND t.state = 'waiting' AND s.ends_at > ${now} AND t.id IN ${held}
    RETURNING t.id, s.lead_id, l.agent_id`.execute(db)
  return rows
}

/** Lets wait again what expired at a moment, where nothing newer was said and the showing is still to come. */
export async function reviveEmails({ db, now }: Change, at: string): Promise<EmailOfShowing[]> {
  const { rows } = await sql<EmailOfShowing>`
    UPDATE showing_emails t SET state = 'waiting', problem = NULL, tries = 0, finished_at = NULL
    FROM showings s JOIN leads l ON l.id = s.lead_id
    WHERE s.id = t.showing_id AND t.state = 'expired' AND t.finished_at = ${at}::timestamptz AND s.ends_at > ${now}
      AND NOT EXISTS (SELECT FROM showing_emails n WHERE n.showing_id = t.showing_id AND n.id > t.id)
    RETURNING t.id, s.lead_id, l.agent_id`.execute(db)
  return rows
}
