import { sql } from 'kysely'
import type { Change } from '../../../../platform/server/context.ts'
import { isOneOf } from '../../../../platform/server/database/oneOf.ts'

/** A claim of a lead, and the user who made it. */
export interface ClaimOfLead {
  id: number
  lead_id: number
  user_id: number
}

/** The claims of leads, whoever made them. */
export async function claimsOfLeads({ db }: Change, leadIds: readonly number[]): Promise<ClaimOfLead[]> {
  const { rows } = await sql<ClaimOfLead>`
    SELECT c.id, c.lead_id, a.user_id FROM happy_hour_claims c JOIN agents a ON a.id = c.agent_id
    WHERE ${isOneOf(sql`c.lead_id`, leadIds)}`.execute(db)
  return rows
}

/** What became known of a claim; each field ISO 8601, `null` when nothing of the kind did. */
export interface StoredProgress {
  claim_id: number
  followed_up_at: string | null
  follow_up_type_id: number | null
  connected_at: string | null
  showing_at: string | null
  converted_at: string | null
}

/**
 * Writes into claims what happened first after them. Times that people type have no seconds: what happened
 * in the minute of the claim counts as after it. Answers how many claims changed.
 */
export async function writeProgress({ db }: Change, progress: readonly StoredProgress[]): Promise<number> {
  const column = <Key extends keyof StoredProgress>(key: Key) => progress.map(one => one[key])
  const isAfter = (at: string) => sql`${sql.ref(at)} >= date_trunc('minute', c.claimed_at)`
  const first = (known: string, at: string) => sql`
    CASE WHEN c.${sql.ref(known)} IS NULL AND ${isAfter(at)} THEN greatest(${sql.ref(at)}, c.claimed_at)
         ELSE c.${sql.ref(known)} END`
  const isNew = (known: string, at: string) => sql`(c.${sql.ref(known)} IS NULL AND ${isAfter(at)})`
  const { rows } = await sql`
    UPDATE happy_hour_claims c SET
      first_follow_up_at = ${first('first_follow_up_at', 'p.followed_up_at')},
      follow_up_type_id = CASE WHEN ${isNew('first_follow_up_at', 'p.followed_up_at')} THEN p.follow_up_type_id
                               ELSE c.follow_up_type_id END,
      connected_at = ${first('connected_at', 'p.connected_at')},
      showing_at = ${first('showing_at', 'p.showing_at')},
      converted_at = ${first('converted_at', 'p.converted_at')}
    FROM unnest(${column('claim_id')}::int[], ${column('followed_up_at')}::timestamptz[],
      ${column('follow_up_type_id')}::smallint[], ${column('connected_at')}::timestamptz[],
      ${column('showing_at')}::timestamptz[], ${column('converted_at')}::timestamptz[])
      AS p (claim_id, followed_up_at, follow_up_type_id, connected_at, showing_at, converted_at)
    WHERE c.id = p.claim_id AND (
      ${isNew('first_follow_up_at', 'p.followed_up_at')} OR ${isNew('connected_at', 'p.connected_at')}
      OR ${isNew('showing_at', 'p.showing_at')} OR ${isNew('converted_at', 'p.converted_at')})
    RETURNING c.id`.execute(db)
  return rows.length
}
