import { sql } from 'kysely'
import type { Change } from '../../../../platform/server/context.ts'
import { WITH_COMMIT } from '../../../../platform/server/database/connection.ts'
import { isOneOf } from '../../../../platform/server/database/oneOf.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import type { ScoreFacts } from '../../rules.ts'

/** What of a lead its score is computed from, and whose it is. */
export type LockedFacts = ScoreFacts & Pick<Row<'leads'>, 'id' | 'agent_id' | 'email_private' | 'phone_private'>

/** The facts behind the scores of leads, locked in the order of their ids, so that two batches never wait for each other. */
export async function lockFacts(ctx: Change, ids: readonly number[]): Promise<LockedFacts[]> {
  const { rows } = await sql<LockedFacts>`
    SELECT id, agent_id, was_active, last_active_at, activity, activity_week, has_viewing_request, has_offer_request, has_sell_request,
           email, email_private, phone, phone_private, email_verified, is_email_valid, is_phone_valid, text_validated,
           last_contacted_at, status_value
    FROM leads WHERE ${isOneOf(sql`id`, ids)} AND deleted_at IS NULL ORDER BY id FOR UPDATE`.execute(ctx.db)
  return rows
}

/** The facts that something which happened may change, with the score that follows from them. */
export interface MovedFacts {
  id: number
  status_value: number
  was_active: boolean
  last_active_at: string
  last_contacted_at: string | null
  activity: readonly number[]
  activity_week: string
  has_viewing_request: boolean
  has_offer_request: boolean
  has_sell_request: boolean
  is_phone_valid: boolean
  lead_score: number
  score_parts: object
}

/** Writes moved facts and scores of many leads in one statement; a mere visit is no new version of the record. */
export async function writeFacts(ctx: Change, leads: readonly (MovedFacts & { isVersion: boolean })[]): Promise<void> {
  if (leads.length === 0) return
  await sql`${sql.raw(WITH_COMMIT)}
    UPDATE leads SET
      status_value = moved.status_value, was_active = moved.was_active, last_active_at = moved.last_active_at,
      last_contacted_at = moved.last_contacted_at, activity = moved.activity,
      activity_week = moved.activity_week, has_viewing_request = moved.has_viewing_request,
      has_offer_request = moved.has_offer_request, has_sell_request = moved.has_sell_request, is_phone_valid = moved.is_phone_valid,
      lead_score = moved.lead_score, score_parts = moved.score_parts,
      version = leads.version + moved."isVersion"::int,
      updated_at = CASE WHEN moved."isVersion" THEN ${ctx.now} ELSE updated_at END
    FROM jsonb_to_recordset(${JSON.stringify(leads)}::jsonb) AS moved(
      id int, status_value smallint, was_active boolean, last_active_at timestamptz, last_contacted_at timestamptz,
      activity smallint[], activity_week date, has_viewing_request boolean, has_offer_request boolean, has_sell_request boolean, is_phone_valid boolean,
      lead_score numeric,
      score_parts jsonb, "isVersion" boolean)
    WHERE leads.id = moved.id`.execute(ctx.db)
}
