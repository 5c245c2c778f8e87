import { sql } from 'kysely'
import { instantCursors, pageOf, windowOf } from '../../../../platform/server/calls/page.ts'
import type { QueryContext, ReadContext } from '../../../../platform/server/context.ts'
import type { Page, PageInput } from '../../../../platform/wire/page.ts'
import { fullName } from '../../../leads/rules.ts'
import type { ReportedClaim } from '../../contract.ts'
import { followUpName } from '../../rules/followUps.ts'
import type { CountedClaim, CountedSession } from '../../rules/report.ts'

/** Which sessions and claims a report is about. Days are those of the agents' clocks, both included. */
export interface ReportQuestion {
  from: string
  to: string
  team?: number | undefined
  agent?: number | undefined
  site?: number | undefined
  type?: string | undefined
}

const ofSession = ({ from, to, team, agent }: ReportQuestion) => sql`
  s.day BETWEEN ${from} AND ${to}
  AND ${agent === undefined ? sql`true` : sql`s.agent_id = ${agent}`}
  AND ${
    team === undefined
      ? sql`true`
      : sql`(EXISTS (SELECT FROM team_members m WHERE m.team_id = ${team} AND m.agent_id = s.agent_id)
             OR EXISTS (SELECT FROM teams t WHERE t.id = ${team} AND t.lead_agent_id = s.agent_id))`
  }`

const ofLead = ({ site, type }: ReportQuestion) => sql`
  ${site === undefined ? sql`true` : sql`(l.site_id = ${site} OR ${site} = ANY (l.site_ids))`}
  AND ${type === undefined ? sql`true` : sql`${type} = ANY (l.roles)`}`

const seconds = sql`round(extract(epoch FROM c.first_follow_up_at - c.claimed_at))::int`
const agentName = sql`trim(u.first_name || ' ' || u.last_name)`

/** Everything that a report counts. */
export async function countedOf({ db }: QueryContext, asked: ReportQuestion) {
  const sessions = await sql<CountedSession>`
    SELECT s.id, jsonb_build_object('id', s.agent_id, 'name', ${agentName}) AS agent, s.day::text AS day, s.started_at,
      coalesce(s.ended_at, s.ends_at) AS ended_at
    FROM happy_hour_sessions s JOIN agents a ON a.id = s.agent_id JOIN users u ON u.id = a.user_id
    WHERE ${ofSession(asked)} ORDER BY s.id`.execute(db)
  const claims = await sql<CountedClaim>`
    SELECT c.session_id, ${seconds} AS follow_up_seconds, c.connected_at IS NOT NULL AS connected,
      c.showing_at IS NOT NULL AS showing, c.converted_at IS NOT NULL AS converted
    FROM happy_hour_claims c JOIN happy_hour_sessions s ON s.id = c.session_id LEFT JOIN leads l ON l.id = c.lead_id
    WHERE ${ofSession(asked)} AND ${ofLead(asked)} ORDER BY c.id`.execute(db)
  return { sessions: sessions.rows, claims: claims.rows }
}

interface ClaimRow extends Omit<ReportedClaim, 'lead' | 'follow_up'> {
  lead_id: number | null
  first_name: string
  last_name: string
  follow_up_type_id: number | null
}

/** Claims of a report, the newest first, beginning behind a place. */
async function claimsBehind(
  { db, viewer }: ReadContext,
  asked: ReportQuestion,
  { before, limit, offset }: { before: { at: string; id: number } | null; limit: number; offset: number },
): Promise<ReportedClaim[]> {
  const from = before ? sql`AND (c.claimed_at, c.id) < (${before.at}::timestamptz, ${before.id})` : sql``
  const { rows } = await sql<ClaimRow>`
    SELECT c.id, jsonb_build_object('id', c.agent_id, 'name', ${agentName}) AS agent, c.lead_id, l.first_name, l.last_name,
      c.claimed_at, ${seconds} AS follow_up_seconds, c.follow_up_type_id, c.connected_at IS NOT NULL AS connected,
      c.converted_at IS NOT NULL AS converted
    FROM happy_hour_claims c JOIN happy_hour_sessions s ON s.id = c.session_id LEFT JOIN leads l ON l.id = c.lead_id
    JOIN agents a ON a.id = c.agent_id JOIN users u ON u.id = a.user_id
    WHERE ${ofSession(asked)} AND ${ofLead(asked)} ${from}
    ORDER BY c.claimed_at DESC, c.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(db)
  const seesLeads = viewer.rights.has('view_all_leads')
  return rows.map(({ lead_id, first_name, last_name, follow_up_type_id, ...claim }) => ({
    ...claim,
    lead: lead_id === null || !seesLeads ? null : { id: lead_id, name: fullName({ first_name, last_name }) },
    follow_up: followUpName(follow_up_type_id),
  }))
}

/** One page of the claims of a report. */
export async function claimsPage(ctx: ReadContext, asked: ReportQuestion & PageInput): Promise<Page<ReportedClaim>> {
  const before = asked.cursor ? instantCursors.read(asked.cursor) : null
  const { claims } = await countedOf(ctx, asked)
  return pageOf(await claimsBehind(ctx, asked, { before, ...windowOf(asked) }), {
    asked: { ...asked },
    total: claims.length,
    cursorAfter: ({ claimed_at, id }) => instantCursors.write({ at: claimed_at, id }),
  })
}

/** Claims that are read from the database at a time. */
const CHUNK = 1000

/** Every claim of a report, one after the other. */
export async function* allClaims(ctx: ReadContext, asked: ReportQuestion): AsyncGenerator<ReportedClaim> {
  let before: { at: string; id: number } | null = null
  for (;;) {
    const claims: ReportedClaim[] = await claimsBehind(ctx, asked, { before, limit: CHUNK, offset: 0 })
    yield* claims
    const last = claims.at(-1)
    if (claims.length < CHUNK || !last) return
    before = { at: last.claimed_at, id: last.id }
  }
}
