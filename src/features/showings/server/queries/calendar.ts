import { sql } from 'kysely'
import { instantCursors, pageOf, windowOf } from '../../../../platform/server/calls/page.ts'
import type { QueryContext, Viewer } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import type { Page, PageInput } from '../../../../platform/wire/page.ts'
import { visibleLeads } from '../../../leads/server/queries/leads.ts'
import type { ShowingOfLead } from '../../contract.ts'
import { ANSWER_SHOWN_MINUTES } from '../../rules.ts'
import { type ShowingRow, showingColumns, showingOf } from './showings.ts'

type Asking = QueryContext & { viewer: Viewer }

/** The leads whose showings stand in the viewer's calendar: an agent's own, for others all that they reach. */
const ownLeads = (ctx: Asking) => sql`
  SELECT id, first_name, last_name FROM leads WHERE ${visibleLeads(ctx)}
    ${ctx.viewer.agent_id === null ? sql`` : sql`AND agent_id = ${ctx.viewer.agent_id}`}`

const withLead = sql`${showingColumns},
  jsonb_build_object('id', l.id, 'first_name', l.first_name, 'last_name', l.last_name) AS lead`

/** Showings that begin in a span, in the order of their time; what is called off is not in the way of anything. */
export async function showingsBetween(
  ctx: Asking,
  { start, end }: { start: Date; end: Date },
  asked: PageInput,
): Promise<Page<ShowingOfLead>> {
  const { offset, limit } = windowOf(asked)
  const after = asked.cursor ? instantCursors.read(asked.cursor) : null
  const within = sql`showings s JOIN (${ownLeads(ctx)}) l ON l.id = s.lead_id
    WHERE s.deleted_at IS NULL AND s.starts_at >= ${start} AND s.starts_at < ${end}
      AND s.status NOT IN ('declined', 'cancelled')`
  const { rows } = await sql<ShowingRow & Pick<ShowingOfLead, 'lead'>>`
    SELECT ${withLead} FROM ${within}
      ${after ? sql`AND (s.starts_at, s.id) > (${after.at}::timestamptz, ${after.id})` : sql``}
    ORDER BY s.starts_at, s.id LIMIT ${limit} OFFSET ${offset}`.execute(ctx.db)
  const { rows: counted } = await sql<{ total: number }>`SELECT count(*) AS total FROM ${within}`.execute(ctx.db)
  return pageOf(rows.map(showingOf), {
    asked,
    total: counted[0]?.total ?? 0,
    isEstimate: false,
    cursorAfter: ({ starts_at, id }) => instantCursors.write({ at: starts_at, id }),
  })
}

/** Showings whose client confirmed a short time ago. */
export async function answeredShowings(ctx: Asking): Promise<ShowingOfLead[]> {
  const since = new Date(ctx.now.getTime() - ANSWER_SHOWN_MINUTES * 60_000)
  const { rows } = await sql<ShowingRow & Pick<ShowingOfLead, 'lead'>>`
    SELECT ${withLead} FROM showings s JOIN (${ownLeads(ctx)}) l ON l.id = s.lead_id
    WHERE s.deleted_at IS NULL AND s.client_answer = 'confirmed'
      AND s.client_answered_at >= ${since} ORDER BY s.client_answered_at LIMIT 50`.execute(ctx.db)
  return rows.map(showingOf)
}

/** Another showing that may be in the way. */
export type Neighbour = Pick<
  Row<'showings'>,
  'id' | 'address_formatted' | 'starts_at' | 'ends_at' | 'zone' | 'lat' | 'lng'
> & {
  lead_name: string
}

/** What the agent of a lead has on around a span, as far as the viewer reaches it. */
export async function neighboursOf(
  ctx: Asking,
  agentId: number,
  { start, end, except }: { start: Date; end: Date; except: number | null },
): Promise<Neighbour[]> {
  const { rows } = await sql<Neighbour>`
    SELECT s.id, s.address_formatted, s.starts_at, s.ends_at, s.zone, s.lat, s.lng,
      trim(l.first_name || ' ' || l.last_name) AS lead_name
    FROM showings s JOIN (
      SELECT id, first_name, last_name FROM leads WHERE ${visibleLeads(ctx)} AND agent_id = ${agentId}) l ON l.id = s.lead_id
    WHERE s.deleted_at IS NULL AND s.status IN ('requested', 'confirmed') AND s.id <> ${except ?? 0}
      AND s.starts_at < ${end} AND s.ends_at > ${start} ORDER BY s.starts_at, s.id LIMIT 20`.execute(ctx.db)
  return rows
}
