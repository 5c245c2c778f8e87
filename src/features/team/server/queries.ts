import { sql } from 'kysely'
import { z } from 'zod'
import { defineCursors, pageOf, windowOf } from '../../../platform/server/calls/page.ts'
import type { ReadContext } from '../../../platform/server/context.ts'
import type { Row, RowAs } from '../../../platform/server/database/rows.ts'
import { dayStarts } from '../../../platform/wire/days.ts'
import type { Page, PageInput } from '../../../platform/wire/page.ts'
import { visibleLeads } from '../../leads/server/queries/leads.ts'
import { milestoneType } from '../../milestones/rules.ts'
import type { TeamAgent, WaitingLead } from '../contract.ts'

/** An agent with what stands still: leads and tasks, not yet what they did. */
export type AgentFigures = Omit<TeamAgent, 'calls' | 'calls_before' | 'contacts'>

/** New, and nobody was in touch: what `waiting` counts and lists. */
const isWaiting = sql`status_value = 1 AND contacted_key = '-infinity'`
/** Since when its agent has a lead; `claimed_key` is '-infinity' for leads that nobody claimed. */
const since = sql`greatest(created_at, claimed_key)`

interface Asked {
  /** `null` means all agents who can sign in. */
  agentIds: readonly number[] | null
  /** When today begins for the viewer. */
  today: Date
}

/** Agents with the leads that the viewer may see, what waits, and what is overdue. */
export async function agentFigures(ctx: ReadContext, { agentIds, today }: Asked): Promise<AgentFigures[]> {
  const chosen = agentIds === null ? sql`u.is_active` : sql`u.is_active AND a.id = ANY (${[...agentIds]}::int[])`
  const { rows } = await sql<AgentFigures>`
    SELECT a.id AS agent_id, u.id AS user_id, trim(u.first_name || ' ' || u.last_name) AS name, u.email, u.phone,
      (SELECT jsonb_build_object('id', t.id, 'name', t.name) FROM team_members m JOIN teams t ON t.id = m.team_id
       WHERE m.agent_id = a.id) AS team,
      EXISTS (SELECT FROM teams WHERE lead_agent_id = a.id) AS is_lead,
      held.leads, held.waiting, held.waiting_since,
      (SELECT count(*) FROM tasks WHERE agent_id = a.id AND NOT completed AND deleted_at IS NULL
         AND due_key > '-infinity' AND due_key < ${today}) AS overdue,
      (SELECT max(last_used_at) FROM sessions WHERE user_id = u.id) AS last_seen_at
    FROM agents a JOIN users u ON u.id = a.user_id
    CROSS JOIN LATERAL (
      SELECT count(*) AS leads, count(*) FILTER (WHERE ${isWaiting}) AS waiting,
        min(${since}) FILTER (WHERE ${isWaiting}) AS waiting_since
      FROM leads WHERE agent_id = a.id AND NOT is_bogus AND ${visibleLeads(ctx)}) held
    WHERE ${chosen} ORDER BY a.id`.execute(ctx.db)
  return rows
}

/** Calls, texts and e-mails of one person on one day of the viewer. */
export interface DayOfContacts {
  user_id: number
  /** yyyy-MM-dd. */
  day: string
  contacts: number
  calls: number
  /** Calls of the day that lie before the time that the comparison with last week ends at. */
  calls_in_time: number
}

/** What these people did to be in touch on days that follow each other, by day. Acts of an administrator as somebody count as that person's. */
export async function contactsByDay(
  ctx: ReadContext,
  { userIds, days, until }: { userIds: readonly number[]; days: readonly string[]; until: Date },
): Promise<DayOfContacts[]> {
  const { call, text, email } = milestoneType
  const isCall = sql`milestone_type_id = ${sql.lit(call)}`
  // The condition on types is that of the index `milestones_contacts`.
  const starts = dayStarts(days, ctx.viewer.zone)
  const { rows } = await sql<Omit<DayOfContacts, 'day'> & { place: number }>`
    SELECT coalesce(on_behalf_of, author_user_id) AS user_id,
      width_bucket(happened_at, ${starts}::timestamptz[]) AS place, count(*) AS contacts,
      count(*) FILTER (WHERE ${isCall}) AS calls,
      count(*) FILTER (WHERE ${isCall} AND happened_at <= ${until}) AS calls_in_time
    FROM milestones
    WHERE coalesce(on_behalf_of, author_user_id) = ANY (${[...userIds]}::int[]) AND happened_at >= ${starts[0]}
      AND happened_at <= ${ctx.now} AND deleted_at IS NULL
      AND milestone_type_id IN (${sql.lit(call)}, ${sql.lit(text)}, ${sql.lit(email)})
    GROUP BY 1, 2`.execute(ctx.db)
  return rows.map(({ place, ...row }) => ({ ...row, day: days[place - 1] ?? '' }))
}

type WaitingRow = Pick<Row<'leads'>, 'id' | 'first_name' | 'last_name'> &
  RowAs<'leads', { roles: string[] }, 'roles'> &
  Pick<WaitingLead, 'area' | 'price_max' | 'since' | 'on_its_way_to'>

const cursors = defineCursors(z.object({ at: z.iso.datetime(), id: z.int() }))

/** New leads of an agent that the viewer may see and nobody was in touch with, the longest wait first. */
export async function waitingLeads(ctx: ReadContext, agentId: number, asked: PageInput): Promise<Page<WaitingRow>> {
  const { limit, offset } = windowOf(asked)
  const place = asked.cursor ? cursors.read(asked.cursor) : null
  const beyond = place ? sql`(${since}, id) > (${place.at}::timestamptz, ${place.id}::int)` : sql`true`
  const whole = sql`agent_id = ${agentId} AND NOT is_bogus AND ${isWaiting} AND ${visibleLeads(ctx)}`
  const [{ rows }, counted] = await Promise.all([
    sql<WaitingRow>`
      SELECT l.id, l.first_name, l.last_name, l.roles, l.since,
        coalesce(round(l.price_max / 100.0), 0)::int AS price_max,
        (SELECT name FROM areas WHERE id = l.area_ids[1]) AS area,
        (SELECT trim(u.first_name || ' ' || u.last_name) FROM lead_transfers t
         JOIN agents a ON a.id = t.to_agent_id JOIN users u ON u.id = a.user_id
         WHERE t.lead_id = l.id AND t.state = 'pending' AND t.kind = 'transfer') AS on_its_way_to
      FROM (SELECT *, ${since} AS since FROM leads WHERE ${whole} AND ${beyond} ORDER BY ${since}, id
            LIMIT ${limit} OFFSET ${offset}) l
      ORDER BY l.since, l.id`.execute(ctx.db),
    sql<{ total: number }>`SELECT count(*) AS total FROM leads WHERE ${whole}`.execute(ctx.db),
  ])
  return pageOf(rows, {
    asked,
    total: counted.rows[0]?.total ?? 0,
    isEstimate: false,
    cursorAfter: last => cursors.write({ at: last.since, id: last.id }),
  })
}
