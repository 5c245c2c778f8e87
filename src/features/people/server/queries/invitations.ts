import { type Kysely, sql } from 'kysely'

/** An invitation that is still to be sent, and whom to. */
export interface WaitingInvitation {
  id: number
  user_id: number
  email: string
  first_name: string
  last_name: string
  is_active: boolean
  tries: number
}

/** The last invitation of `u`, as administrators see it. */
export const invitationOfUser = sql`(
  SELECT jsonb_build_object('problem', i.problem,
    'state', CASE WHEN i.sent_at IS NOT NULL THEN 'sent' WHEN i.failed_at IS NOT NULL THEN 'failed' ELSE 'waiting' END,
    'at', to_char(coalesce(i.sent_at, i.failed_at, i.created_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
  FROM invitations i WHERE i.user_id = u.id ORDER BY i.id DESC LIMIT 1)`

/** Writes down that somebody is to be invited. */
export async function insertInvitation(db: Kysely<unknown>, userId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO invitations (user_id) VALUES (${userId}) RETURNING id`.execute(db)
  return rows[0]?.id ?? 0
}

/** The invitation, while it is neither sent nor given up; `null` afterwards. */
export async function waitingInvitation(db: Kysely<unknown>, id: number): Promise<WaitingInvitation | null> {
  const { rows } = await sql<WaitingInvitation>`
    SELECT i.id, i.user_id, i.tries, u.email, u.first_name, u.last_name, u.is_active
    FROM invitations i JOIN users u ON u.id = i.user_id
    WHERE i.id = ${id} AND i.sent_at IS NULL AND i.failed_at IS NULL`.execute(db)
  return rows[0] ?? null
}

/** What a try came to. */
export interface InvitationOutcome {
  state: 'sent' | 'failed' | 'waiting'
  problem: string | null
}

/** Writes down what a try came to; false when another worker was done first. */
export async function setInvitationOutcome(
  db: Kysely<unknown>,
  id: number,
  { state, problem }: InvitationOutcome,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE invitations SET tries = tries + 1, problem = ${problem},
      sent_at = CASE WHEN ${state}::text = 'sent' THEN now() END,
      failed_at = CASE WHEN ${state}::text = 'failed' THEN now() END
    WHERE id = ${id} AND sent_at IS NULL AND failed_at IS NULL RETURNING id`.execute(db)
  return rows.length > 0
}
