import { sql } from 'kysely'
import type { Author, QueryContext } from '../../../../platform/server/context.ts'
import type { PlaceholderValues } from '../../../templates/rules/placeholders.ts'

/** The e-mail of a sending. */
export async function emailOfSending({ db }: QueryContext, sendingId: number): Promise<number> {
  const { id } = await db
    .selectFrom('emails')
    .select('id')
    .where('sending_id', '=', sendingId)
    .executeTakeFirstOrThrow()
  return id
}

/** What is known of an e-mail once its sending has ended. */
export interface EndedEmail {
  id: number
  sending_id: number
  lead_id: number
  agent_id: number | null
  subject: string
  task_id: number | null
  filled: Partial<PlaceholderValues> | null
  author: Author
  is_commercial: boolean
  is_by_hand: boolean
}

/** The e-mails among these sendings. */
export async function emailsOfSendings({ db }: QueryContext, sendingIds: readonly number[]): Promise<EndedEmail[]> {
  const { rows } = await sql<EndedEmail>`
    SELECT e.id, e.sending_id, e.lead_id, l.agent_id, m.subject, m.task_id, e.filled, s.class = 'commercial' AS is_commercial, s.is_by_hand,
      jsonb_build_object('user_id', m.user_id, 'on_behalf_of', m.on_behalf_of) AS author
    FROM emails e JOIN email_messages m ON m.id = e.message_id JOIN sendings s ON s.id = e.sending_id
    JOIN leads l ON l.id = e.lead_id
    WHERE e.sending_id = ANY(${[...sendingIds]}::int[]) ORDER BY e.id`.execute(db)
  return rows
}
