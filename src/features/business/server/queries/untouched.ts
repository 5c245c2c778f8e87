import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { defineCursors, pageOf, windowOf } from '../../../../platform/server/calls/page.ts'
import type { ReadContext } from '../../../../platform/server/context.ts'
import type { Row, RowAs } from '../../../../platform/server/database/rows.ts'
import type { Page, PageInput } from '../../../../platform/wire/page.ts'
import { MAX_OFFERED } from '../../../distribution/contract.ts'
import { openableLeads } from '../../../leads/server/queries/filters.ts'
import { visibleLeads } from '../../../leads/server/queries/leads.ts'
import { type FactQuestion, facts } from '../../../reports/server/queries/facts.ts'
import type { UntouchedLead } from '../../contract.ts'

/** Agents who are named. */
const NAMED = 5

/** The leads that the number "Never" of the response times counts. */
const untouched = (ctx: ReadContext, asked: FactQuestion): RawBuilder<unknown> => sql`
  SELECT l.id, l.first_name, l.last_name, l.roles, l.area_ids, l.price_max, l.agent_id, f.at AS since
  FROM (${facts.arrivals(asked)}) f JOIN leads l ON l.id = f.lead_id
  WHERE f.seconds IS NULL AND l.id IN (
    SELECT id FROM leads WHERE ${visibleLeads(ctx)} AND ${openableLeads(ctx.viewer) ?? sql`true`})`

type UntouchedRow = Pick<Row<'leads'>, 'id' | 'first_name' | 'last_name'> &
  RowAs<'leads', { roles: string[] }, 'roles'> &
  Pick<UntouchedLead, 'area' | 'price_max' | 'since' | 'agent'>

const cursors = defineCursors(z.object({ at: z.iso.datetime(), id: z.int() }))

/** Leads that nobody was in touch with, the longest wait first. */
export async function untouchedLeads(
  ctx: ReadContext,
  question: FactQuestion,
  asked: PageInput & Readonly<Record<string, unknown>>,
): Promise<Page<UntouchedRow>> {
  const { limit, offset } = windowOf(asked)
  const place = asked.cursor ? cursors.read(asked.cursor) : null
  const beyond = place ? sql`(w.since, w.id) > (${place.at}::timestamptz, ${place.id}::int)` : sql`true`
  const whole = untouched(ctx, question)
  const { rows } = await sql<UntouchedRow>`
    SELECT w.id, w.first_name, w.last_name, w.roles, w.since,
      coalesce(round(w.price_max / 100.0), 0)::int AS price_max,
      (SELECT name FROM areas WHERE id = w.area_ids[1]) AS area,
      CASE WHEN u.id IS NOT NULL THEN jsonb_build_object('id', w.agent_id, 'name', trim(u.first_name || ' ' || u.last_name)) END AS agent
    FROM (SELECT * FROM (${whole}) w WHERE ${beyond} ORDER BY w.since, w.id LIMIT ${limit} OFFSET ${offset}) w
    LEFT JOIN agents a ON a.id = w.agent_id LEFT JOIN users u ON u.id = a.user_id
    ORDER BY w.since, w.id`.execute(ctx.db)
  const counted = await sql<{ total: number }>`SELECT count(*) AS total FROM (${whole}) w`.execute(ctx.db)
  return pageOf(rows, {
    asked,
    total: counted.rows[0]?.total ?? 0,
    isEstimate: false,
    cursorAfter: last => cursors.write({ at: last.since, id: last.id }),
  })
}

/** How those leads are spread over agents, and which have waited longest. */
export interface Spread {
  total: number
  agents: number
  most: { agent: { id: number; name: string } | null; leads: number }[]
  lead_ids: number[]
}

/** Spreads those leads over their agents. */
export async function spreadOf(ctx: ReadContext, question: FactQuestion): Promise<Spread> {
  const { rows } = await sql<Spread>`
    WITH w AS MATERIALIZED (${untouched(ctx, question)})
    SELECT (SELECT count(*) FROM w) AS total, (SELECT count(DISTINCT agent_id) FROM w) AS agents,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('agent', agent, 'leads', leads)), '[]') FROM (
         SELECT CASE WHEN u.id IS NOT NULL THEN jsonb_build_object('id', h.agent_id, 'name', trim(u.first_name || ' ' || u.last_name)) END AS agent,
           h.leads
         FROM (SELECT agent_id, count(*) AS leads FROM w GROUP BY agent_id) h
         LEFT JOIN agents a ON a.id = h.agent_id LEFT JOIN users u ON u.id = a.user_id
         ORDER BY h.leads DESC, h.agent_id LIMIT ${NAMED}) most) AS most,
      (SELECT coalesce(jsonb_agg(id), '[]') FROM (
         SELECT id FROM w ORDER BY since, id LIMIT ${MAX_OFFERED}) longest) AS lead_ids`.execute(ctx.db)
  return rows[0] ?? { total: 0, agents: 0, most: [], lead_ids: [] }
}
