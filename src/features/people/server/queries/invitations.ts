import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Db } from '../../../../platform/server/database/database.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import type { Overdue } from '../../../sending/server/commands.ts'

/** An invitation that is still to be sent, and whom to. */
export type WaitingInvitation = Pick<Row<'invitations'>, 'id' | 'user_id' | 'tries'> &
  Pick<Row<'users'>, 'email' | 'first_name' | 'last_name' | 'is_active'>

/** The last invitation of `u`, as administrators see it. */
export const invitationOfUser = sql`(
  SELECT jsonb_build_object('problem', i.problem,
    'state', CASE WHEN i.sent_at IS NOT NULL THEN 'sent' WHEN i.failed_at IS NOT NULL THEN 'failed'
      WHEN i.expired_at IS NOT NULL THEN 'expired' ELSE 'waiting' END,
    'at', to_char(coalesce(i.sent_at, i.failed_at, i.expired_at, i.created_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
  FROM invitations i WHERE i.user_id = u.id ORDER BY i.id DESC LIMIT 1)`

/** Writes down that somebody is to be invited. */
export async function insertInvitation(db: Db, userId: number): Promise<number> {
  const { id } = await db
    .insertInto('invitations')
    .values({ user_id: userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The invitation, while it is neither sent nor given up; `null` afterwards. */
export async function waitingInvitation(db: Db, id: number): Promise<WaitingInvitation | null> {
  const { rows } = await sql<WaitingInvitation>`
    SELECT i.id, i.user_id, i.tries, u.email, u.first_name, u.last_name, u.is_active
    FROM invitations i JOIN users u ON u.id = i.user_id
    WHERE i.id = ${id} AND i.sent_at IS NULL AND i.failed_at IS NULL AND i.expired_at IS NULL`.execute(db)
  return rows[0] ?? null
}

/** What a try came to. */
export interface InvitationOutcome {
  state: 'sent' | 'failed' | 'waiting'
  problem: string | null
}

/** Writes down what a try came to; false when another worker was done first. */
export async function setInvitationOutcome(
  db: Db,
  id: number,
  { state, problem }: InvitationOutcome,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE invitations SET tries = tries + 1, problem = ${problem},
      sent_at = CASE WHEN ${state}::text = 'sent' THEN now() END,
      failed_at = CASE WHEN ${state}::text = 'failed' THEN now() END
    WHERE id = ${id} AND sent_at IS NULL AND failed_at IS NULL AND expired_at IS NULL RETURNING id`.execute(db)
  return rows.length > 0
}

const isWaiting = sql`sent_at IS NULL AND failed_at IS NULL AND expired_at IS NULL`
/** Those whose job was put aside while sending is paused. */
const isHeld = sql`id IN (SELECT (h.data ->> 'invitation_id')::int FROM held_jobs h WHERE h.name = 'send-invitation')`

/** Invitations that fell due while sending is paused. */
export async function overdueInvitations({ db }: QueryContext): Promise<Overdue> {
  const { rows } = await sql<Overdue>`
    SELECT count(*) AS messages, count(DISTINCT user_id) AS people, min(created_at) AS oldest
    FROM invitations WHERE ${isWaiting} AND ${isHeld}`.execute(db)
  return rows[0] ?? { messages: 0, people: 0, oldest: null }
}

/** Marks them as expired; answers whom they were for. */
export async function expireInvitations({ db, now }: Change, problem: string): Promise<number[]> {
  const { rows } = await sql<Pick<Row<'invitations'>, 'user_id'>>`
    UPDATE invitations SET expired_at = ${now}, problem = ${problem} WHERE ${isWaiting} AND ${isHeld}
    RETURNING user_id`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

/** Lets wait again what expired at a moment, unless the person was invited again since. */
export async function reviveInvitations({ db }: Change, at: string): Promise<{ id: number; user_id: number }[]> {
  const { rows } = await sql<Pick<Row<'invitations'>, 'id' | 'user_id'>>`
    UPDATE invitations i SET expired_at = NULL, problem = NULL, tries = 0
    WHERE expired_at = ${at}::timestamptz
      AND NOT EXISTS (SELECT FROM invitations n WHERE n.user_id = i.user_id AND n.id > i.id)
    RETURNING id, user_id`.execute(db)
  return rows
}
