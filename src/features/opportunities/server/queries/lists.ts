import { type RawBuilder, sql } from 'kysely'
import { instantCursors, pageOf, windowOf } from '../../../../platform/server/calls/page.ts'
import type { QueryContext, ReadContext, Viewer } from '../../../../platform/server/context.ts'
import type { RowAs } from '../../../../platform/server/database/rows.ts'
import { notFound } from '../../../../platform/server/errors.ts'
import type { InputOf } from '../../../../platform/wire/call.ts'
import { dayEnd, dayStart } from '../../../../platform/wire/days.ts'
import { leadRowsById } from '../../../leads/server/queries/leadRows.ts'
import type {
  Opportunity,
  OpportunityCounts,
  OpportunityFilters,
  OpportunityPage,
  OpportunityType,
  opportunityCalls,
} from '../../contract.ts'
import { clampedPage } from '../../rules/address.ts'
import { describeOpportunity } from '../../rules/describe.ts'
import type { OpportunityFacts } from '../../rules/raise.ts'
import { type Span, spanOf } from '../../rules/spans.ts'
import { opportunityRules } from './rules.ts'

type Asking = QueryContext & { viewer: Viewer }
type Condition = RawBuilder<unknown>

/**
 * The opportunities of the viewer's own leads, as `o` and `l`. What happened while a lead was snoozed counts from the moment at
 * which the snooze ended.
 */
const ownOpen = ({ viewer, now }: Asking): Condition => sql`
  leads l JOIN opportunities o ON o.lead_id = l.id
  WHERE l.agent_id = ${viewer.agent_id} AND l.deleted_at IS NULL AND NOT l.is_bogus AND o.closed_at IS NULL
    AND (l.snoozed_until IS NULL OR l.snoozed_until <= ${now})`

const arose = sql`greatest(o.created_at, coalesce(l.snoozed_until, o.created_at))`

const within = ({ start, end }: Span): Condition => sql`
  ${start ? sql`AND ${arose} >= ${start}` : sql``} ${end ? sql`AND ${arose} < ${end}` : sql``}`

const isHidden = sql`o.hidden_at IS NOT NULL`

interface Found extends RowAs<'opportunities', { id: number; lead_id: number; link: string | null }, never> {
  opportunity_type_id: number
  facts: OpportunityFacts
  arose: string
  hidden: boolean
}

const columns = sql`o.id, o.lead_id, o.opportunity_type_id, o.facts, o.link, ${arose} AS arose, ${isHidden} AS hidden`

function filtered(
  { viewer }: Asking,
  { opportunityTypes, leadTypes, dateStart, dateEnd }: OpportunityFilters,
): Condition {
  return sql`
    ${opportunityTypes?.length ? sql`AND o.opportunity_type_id = ANY(${[...opportunityTypes]}::smallint[])` : sql``}
    ${leadTypes?.length ? sql`AND l.roles && ${[...leadTypes]}::text[]` : sql``}
    ${within({
      start: dateStart ? dayStart(dateStart, viewer.zone) : null,
      end: dateEnd ? dayEnd(dateEnd, viewer.zone) : null,
    })}`
}

/** A page of a list, newest first. A page that there is none of is the nearest one that there is. */
export async function opportunityPage(
  ctx: ReadContext,
  asked: InputOf<typeof opportunityCalls.list>,
): Promise<OpportunityPage> {
  const { list, hidden = false, ...filters } = asked
  const after = asked.cursor ? instantCursors.read(asked.cursor) : null
  const where = sql`${ownOpen(ctx)} ${within(spanOf(list, ctx.now, ctx.viewer.zone))} ${filtered(ctx, filters)}`
  const { rows: counted } = await sql<{ open: number; hidden: number }>`
    SELECT count(*) FILTER (WHERE NOT ${isHidden}) AS open, count(*) FILTER (WHERE ${isHidden}) AS hidden
    FROM ${where}`.execute(ctx.db)
  const { open = 0, hidden: hidden_total = 0 } = counted[0] ?? {}
  const total = hidden ? open + hidden_total : open
  const { perPage } = windowOf(asked)
  const page = clampedPage(asked.page ?? 1, Math.ceil(total / perPage))
  const { offset, limit } = windowOf({ ...asked, page })
  const [{ rows }, types] = await Promise.all([
    sql<Found>`
      SELECT ${columns} FROM ${where} ${hidden ? sql`` : sql`AND NOT ${isHidden}`}
        ${after ? sql`AND (${arose}, o.id) < (${after.at}::timestamptz, ${after.id})` : sql``}
      ORDER BY ${arose} DESC, o.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(ctx.db),
    opportunityRules(ctx),
  ])
  const { data, ...paging } = pageOf(rows, {
    asked: { ...filters, hidden: asked.hidden, page, perPage: asked.perPage },
    total,
    cursorAfter: ({ arose, id }) => instantCursors.write({ at: arose, id }),
  })
  return { ...paging, data: await withLeads(ctx, data, types), hidden_total }
}

/** One of the viewer's own; like one that does not exist when it is not. */
export async function opportunityById(ctx: ReadContext, id: number): Promise<Opportunity> {
  const { rows } = await sql<Found>`SELECT ${columns} FROM ${ownOpen(ctx)} AND o.id = ${id}`.execute(ctx.db)
  const [opportunity] = await withLeads(ctx, rows, await opportunityRules(ctx))
  if (!opportunity) throw notFound('opportunity')
  return opportunity
}

async function withLeads(
  ctx: ReadContext,
  found: readonly Found[],
  types: readonly OpportunityType[],
): Promise<Opportunity[]> {
  const leads = await leadRowsById(ctx, [...new Set(found.map(({ lead_id }) => lead_id))])
  const known = new Map(types.map(type => [type.id, type]))
  return found.flatMap(({ id, lead_id, opportunity_type_id, facts, link, arose, hidden }) => {
    const user = leads.get(lead_id)
    const opportunity_type = known.get(opportunity_type_id)
    if (!user || !opportunity_type) return []
    const { text, emphasis } = describeOpportunity(opportunity_type_id, facts, ctx.now, ctx.viewer.zone)
    return [{ id, opportunity_type, created_at: arose, description: text, emphasis, link, hidden, user }]
  })
}

/** How many the lists hold, without those that were hidden. */
export async function opportunityCounts(ctx: Asking): Promise<OpportunityCounts> {
  const [today, week, month] = (['today', 'week', 'month'] as const).map(
    list => sql`count(*) FILTER (WHERE true ${within(spanOf(list, ctx.now, ctx.viewer.zone))})`,
  )
  const { rows } = await sql<OpportunityCounts>`
    SELECT ${today} AS today, ${week} AS week, ${month} AS month FROM ${ownOpen(ctx)} AND NOT ${isHidden}`.execute(
    ctx.db,
  )
  return rows[0] ?? { today: 0, week: 0, month: 0 }
}
