import { TZDate } from '@date-fns/tz'
import { lightFormat } from 'date-fns'
import { sql } from 'kysely'
import type { QueryContext } from '../../../../platform/server/context.ts'
import { region } from '../../../../product/region/region.ts'
import type { LeadFilters } from '../../../leads/contract/filters.ts'
import { leadCondition } from '../../../leads/server/queries/filters.ts'
import { areasWithin, placesOf } from '../../../leads/server/queries/places.ts'

/** A lead, as it was at an event of the journal or as it is now, and when it is asked about. */
export interface AskedLead {
  lead_id: number
  event_id: number | null
  at: Date
}

/** Whether a filter says anything. */
export const saysSomething = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

/**
 * Which of the leads pass the filters of lists, as they were at events of the journal: the same conditions that lists ask, on rows
 * that are made of what the journal holds. Days are those of the region at the time asked about. Answers places in `asked`.
 */
export async function passing(
  ctx: QueryContext,
  filters: LeadFilters,
  asked: readonly AskedLead[],
): Promise<ReadonlySet<number>> {
  const places = asked.map((_, place) => place)
  if (asked.length === 0 || !Object.values(filters).some(saysSomething)) return new Set(places)
  const areaIds = filters.locations?.length ? areasWithin(await placesOf(ctx), filters.locations) : null
  const days = Map.groupBy(places, place =>
    lightFormat(new TZDate(asked[place]?.at ?? ctx.now, region.zone), 'yyyy-MM-dd'),
  )
  const passed = new Set<number>()
  for (const group of days.values()) {
    const of = group.flatMap(place => asked[place] ?? [])
    const where = leadCondition(filters, new TZDate(of[0]?.at ?? ctx.now, region.zone), areaIds)
    const { rows } = await sql<{ place: number }>`
      SELECT q.place::int AS place FROM unnest(${of.map(({ lead_id }) => lead_id)}::int[], ${of.map(({ event_id }) => event_id)}::bigint[])
        WITH ORDINALITY AS q (asked_lead, event_id, place)
      CROSS JOIN LATERAL (
        SELECT was.* FROM leads l LEFT JOIN automation_events e ON e.id = q.event_id
        CROSS JOIN LATERAL jsonb_populate_record(l, coalesce(e.facts, '{}')) AS was WHERE l.id = q.asked_lead) AS leads
      WHERE ${where}`.execute(ctx.db)
    for (const { place } of rows) {
      const found = group[place - 1]
      if (found !== undefined) passed.add(found)
    }
  }
  return passed
}
