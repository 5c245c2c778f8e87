import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Joined, Row, RowAs } from '../../../../platform/server/database/rows.ts'
import { instantText } from '../../../../platform/wire/fields.ts'
import { rolesString } from '../../../leads/rules.ts'
import { listed } from '../../../leads/server/queries/filters.ts'
import { placesOf } from '../../../leads/server/queries/places.ts'
import type { ClaimedLead } from '../../contract.ts'
import { followUpName } from '../../rules/followUps.ts'
import type { RunningSession } from '../../rules/session.ts'
import type { HappyHourWindow } from '../../rules/window.ts'

/** A session with what was claimed in it. */
export interface StoredSession extends RunningSession {
  id: number
  settings_id: number
  window: { start: Date; end: Date }
  skipped: readonly number[]
  leads: ClaimedLead[]
}

type SessionRow = Pick<
  Row<'happy_hour_sessions'>,
  | 'id'
  | 'agent_id'
  | 'settings_id'
  | 'window_start'
  | 'window_end'
  | 'started_at'
  | 'ends_at'
  | 'ended_at'
  | 'skipped_lead_ids'
>

/** The last session of an agent in a window; `null` when there was none. */
export async function sessionIn(
  ctx: QueryContext,
  agentId: number,
  window: HappyHourWindow,
): Promise<StoredSession | null> {
  const { rows } = await sql<SessionRow>`
    SELECT id, agent_id, settings_id, window_start, window_end, started_at, ends_at, ended_at, skipped_lead_ids
    FROM happy_hour_sessions
    WHERE agent_id = ${agentId} AND started_at >= ${window.start} AND started_at < ${window.end}
    ORDER BY id DESC LIMIT 1`.execute(ctx.db)
  return rows[0] ? withClaims(ctx, rows[0]) : null
}

/** The session of an agent that runs now, whatever the settings say meanwhile; `null` when none does. */
export async function runningSession(ctx: QueryContext, agentId: number): Promise<StoredSession | null> {
  const { rows } = await sql<SessionRow>`
    SELECT id, agent_id, settings_id, window_start, window_end, started_at, ends_at, ended_at, skipped_lead_ids
    FROM happy_hour_sessions
    WHERE agent_id = ${agentId} AND started_at <= ${ctx.now} AND ends_at > ${ctx.now}
    ORDER BY id DESC LIMIT 1`.execute(ctx.db)
  return rows[0] ? withClaims(ctx, rows[0]) : null
}

type ClaimTimes = Pick<Row<'happy_hour_claims'>, 'claimed_at' | 'first_follow_up_at' | 'follow_up_type_id'>
type ClaimRow = ClaimTimes &
  Joined<
    Pick<Row<'leads'>, 'id' | 'first_name' | 'last_name' | 'area_ids'> & RowAs<'leads', { roles: string[] }, 'roles'>
  >

async function withClaims(ctx: QueryContext, session: SessionRow): Promise<StoredSession> {
  // A lead that was erased meanwhile still counts, but has nothing to show.
  const { rows } = await sql<ClaimRow>`
    SELECT c.claimed_at, first_follow_up_at, follow_up_type_id, l.id, l.first_name, l.last_name, l.area_ids, l.roles
    FROM happy_hour_claims c LEFT JOIN leads l ON l.id = c.lead_id
    WHERE session_id = ${session.id} ORDER BY c.claimed_at, c.id`.execute(ctx.db)
  const { areas } = await placesOf(ctx)
  const { id, settings_id, started_at, ends_at, ended_at } = session
  return {
    id,
    settings_id,
    window: { start: new Date(session.window_start), end: new Date(session.window_end) },
    sessionStart: new Date(started_at),
    sessionEnd: new Date(ends_at),
    endedAt: ended_at === null ? null : new Date(ended_at),
    skipped: session.skipped_lead_ids,
    claims: rows.map(({ claimed_at }) => new Date(claimed_at)),
    awaitsFollowUp: await awaitsFollowUp(ctx, session),
    leads: rows.flatMap(row => {
      if (row.id === null) return []
      const area = row.area_ids.flatMap(one => areas.get(one)?.name ?? [])[0] ?? null
      return [
        {
          id: row.id,
          first_name: row.first_name,
          last_name: row.last_name,
          contactType: { name: rolesString(row.roles) },
          area,
          claimedAt: row.claimed_at,
          firstFollowUpAt: row.first_follow_up_at,
          followUp: followUpName(row.follow_up_type_id),
        },
      ]
    }),
  }
}

/** Whether a lead that the agent claimed in this window, and still has, waits for its first follow-up. */
async function awaitsFollowUp({ db }: QueryContext, { agent_id, window_start }: SessionRow): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM happy_hour_claims c JOIN leads ON leads.id = c.lead_id AND leads.agent_id = c.agent_id AND ${listed}
    WHERE c.agent_id = ${agent_id} AND c.claimed_at >= ${window_start} AND c.first_follow_up_at IS NULL LIMIT 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Name of the advisory locks of sessions; the second number is the agent. */
const SESSIONS = 0x68617073

/** Lets one press of an agent follow the other, until the transaction ends. */
export async function lockSessions({ db }: Change, agentId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${SESSIONS}::int, ${agentId}::int)`.execute(db)
}

/** Begins a session. */
export async function insertSession(
  { db, now }: Change,
  {
    agent_id,
    settings_id,
    window,
    ends_at,
  }: { agent_id: number; settings_id: number; window: HappyHourWindow; ends_at: Date },
): Promise<void> {
  await sql`
    INSERT INTO happy_hour_sessions (agent_id, settings_id, day, window_start, window_end, started_at, ends_at)
    VALUES (${agent_id}, ${settings_id}, ${window.day}, ${window.start}, ${window.end}, ${now}, ${ends_at})`.execute(db)
}

/** Ends a session, or lets it go on. */
export async function writeEnd({ db }: Change, id: number, ended_at: Date | null): Promise<void> {
  await sql`UPDATE happy_hour_sessions SET ended_at = ${ended_at} WHERE id = ${id}`.execute(db)
}

/** Does not propose a lead again in this session. */
export async function addSkipped({ db }: Change, id: number, leadId: number): Promise<void> {
  await sql`
    UPDATE happy_hour_sessions SET skipped_lead_ids = array_append(array_remove(skipped_lead_ids, ${leadId}), ${leadId})
    WHERE id = ${id}`.execute(db)
}

/** Writes down a claim. */
export async function insertClaim(
  { db, now }: Change,
  { session_id, agent_id, lead_id }: { session_id: number; agent_id: number; lead_id: number },
): Promise<void> {
  await sql`
    INSERT INTO happy_hour_claims (session_id, agent_id, lead_id, claimed_at)
    VALUES (${session_id}, ${agent_id}, ${lead_id}, ${now})`.execute(db)
}

/** An instant of a session as answers write it. */
export const instantOrNull = (at: Date | null): string | null => (at === null ? null : instantText(at))
