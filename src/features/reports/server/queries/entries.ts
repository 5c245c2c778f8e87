import { sql } from 'kysely'
import { z } from 'zod'
import { defineCursors, pageOf, windowOf } from '../../../../platform/server/calls/page.ts'
import type { ReadContext } from '../../../../platform/server/context.ts'
import type { Page, PageInput } from '../../../../platform/wire/page.ts'
import { visibleDeals } from '../../../deals/server/queries/reach.ts'
import { openableLeads } from '../../../leads/server/queries/filters.ts'
import { visibleLeads } from '../../../leads/server/queries/leads.ts'
import type { ReportedEntry } from '../../contract.ts'
import { NOBODY, type RowKind } from '../../rules/reports.ts'
import { type FactQuestion, facts } from './facts.ts'
import { type Measure, rowKeys } from './measures.ts'

/** Which number is opened. */
export interface EntryQuestion extends FactQuestion {
  measure: Measure
  kind: RowKind
  /** The key of the row; the sum of all without one. */
  row: string | undefined
}

const cursors = defineCursors(z.object({ at: z.iso.datetime(), id: z.int() }))

/** What a number counts, the newest first; leads and deals by name where the viewer may open them. */
export async function entriesBehind(
  ctx: ReadContext,
  question: EntryQuestion,
  asked: PageInput & Readonly<Record<string, unknown>>,
): Promise<Page<ReportedEntry>> {
  const { limit, offset } = windowOf(asked)
  const { measure, kind, row } = question
  const place = asked.cursor ? cursors.read(asked.cursor) : null
  const key = rowKeys[kind]
  const ofRow = row === undefined ? sql`true` : row === NOBODY ? sql`${key} IS NULL` : sql`${key} = ${row}`
  const isOnce = measure.isOncePerDeal && !(kind === 'agent' && row !== undefined)
  const isDeals = measure.facts === 'closed' || measure.facts === 'firm' || measure.facts === 'offers'
  const counted = sql`FROM (${facts[measure.facts](question)}) f
    WHERE ${measure.where} AND ${ofRow} AND ${isOnce ? sql`f.is_first` : sql`true`}`
  const after = place ? sql`AND (f.at, f.id) < (${place.at}::timestamptz, ${place.id}::bigint)` : sql``
  const value = measure.of.kind === 'count' ? sql`NULL::float8` : sql`(${measure.of.value})::float8`
  const title = sql`coalesce(nullif(trim(concat_ws(' ', nullif(d.street_number, ''), nullif(d.street_name, ''))), ''), 'Deal ' || d.id)`
  const [{ rows }, total] = [
    await sql<ReportedEntry>`
      SELECT k.id, k.at, k.value,
        CASE WHEN u.id IS NOT NULL THEN jsonb_build_object('id', k.agent_id, 'name', trim(u.first_name || ' ' || u.last_name)) END AS agent,
        CASE WHEN l.id IS NOT NULL
          THEN jsonb_build_object('id', l.id, 'first_name', l.first_name, 'last_name', l.last_name) END AS lead,
        ${isDeals ? sql`(SELECT jsonb_build_object('id', d.id, 'title', ${title}) FROM deals d WHERE d.id = k.deal_id AND ${visibleDeals(ctx)})` : sql`NULL`} AS deal
      FROM (SELECT f.id, f.at, f.agent_id, f.lead_id, ${isDeals ? sql`f.deal_id` : sql`NULL`} AS deal_id, ${value} AS value
            ${counted} ${after} ORDER BY f.at DESC, f.id DESC LIMIT ${limit} OFFSET ${offset}) k
      LEFT JOIN (SELECT id, first_name, last_name FROM leads
                 WHERE ${visibleLeads(ctx)} AND ${openableLeads(ctx.viewer) ?? sql`true`}) l ON l.id = k.lead_id
      LEFT JOIN agents a ON a.id = k.agent_id LEFT JOIN users u ON u.id = a.user_id
      ORDER BY k.at DESC, k.id DESC`.execute(ctx.db),
    await sql<{ total: number }>`SELECT count(*) AS total ${counted}`.execute(ctx.db),
  ]
  const isMoney = measure.of.kind === 'sum' && measure.of.cents === true
  return pageOf(
    rows.map(({ value: found, ...entry }) => ({ ...entry, value: found === null || !isMoney ? found : found / 100 })),
    {
      asked,
      total: total.rows[0]?.total ?? 0,
      isEstimate: false,
      cursorAfter: last => cursors.write({ at: last.at, id: last.id }),
    },
  )
}
