import { TZDate } from '@date-fns/tz'
import { startOfDay, sub } from 'date-fns'
import { type RawBuilder, sql } from 'kysely'
import type { QueryContext } from '../../../../platform/server/context.ts'
import { CLIENT_STATUS } from '../../../leads/rules.ts'
import { milestoneType } from '../../../milestones/rules.ts'
import type { Period } from '../../contract/ladders.ts'
import { type FigureOf, type Measure, measureKey } from '../../rules/evaluate.ts'
import type { QuotaType } from '../../rules/quotaTypes.ts'
import { zonesInUse } from './clocks.ts'

/** What is measured, and of whom. */
interface AskedFigures {
  type: QuotaType
  measures: readonly Measure[]
  /** All agents when left out. */
  agentIds?: readonly number[]
}

/** The figures of agents, up to the end of yesterday where each agent is. One query for each measure. */
export async function figuresOf(
  ctx: QueryContext,
  { type, measures, agentIds }: AskedFigures,
): Promise<(agentId: number) => FigureOf> {
  const zones = measures.length === 0 ? [] : await zonesInUse(ctx)
  const found = new Map<string, ReadonlyMap<number, number>>()
  for (const measure of measures) {
    const { rows } = await sql<{
      agent_id: number
      figure: number | null
    }>`${figureQuery(periodsOf(ctx.now, zones, measure.duration), type, measure, agentIds)}`.execute(ctx.db)
    const figures = rows.flatMap(({ agent_id, figure }) => (figure === null ? [] : [[agent_id, figure] as const]))
    found.set(measureKey(measure), new Map(figures))
  }
  return agentId => measure => found.get(measureKey(measure))?.get(agentId) ?? null
}

function figureQuery(
  periods: RawBuilder<unknown>,
  type: QuotaType,
  { criteria }: Measure,
  agentIds: readonly number[] | undefined,
): RawBuilder<unknown> {
  const agents = sql`
    agents_asked AS (
      SELECT a.id, p.from_at, p.to_at FROM agents a JOIN users u ON u.id = a.user_id JOIN (${periods}) p ON p.zone = u.zone
      WHERE ${agentIds ? sql`a.id = ANY(${[...agentIds]}::int[])` : sql`u.is_active`})`
  const isOfType = type === 'rental' ? sql`'rental_lead' = ANY(l.roles)` : sql`NOT 'rental_lead' = ANY(l.roles)`
  return { conversion, rentals, response_time: responseTime }[criteria](agents, isOfType)
}

/** A table of the last whole days, weeks or months in each zone: `zone`, `from_at` and `to_at`, which is not included. */
function periodsOf(now: Date, zones: readonly string[], { type, count }: Period): RawBuilder<unknown> {
  const ends = zones.map(zone => startOfDay(new TZDate(now, zone)))
  const starts = ends.map(end => sub(end, { [`${type}s`]: count }))
  const instants = (days: readonly Date[]) => days.map(day => new Date(day).toISOString())
  return sql`SELECT * FROM unnest(${[...zones]}::text[], ${instants(starts)}::timestamptz[], ${instants(ends)}::timestamptz[])
    AS z (zone, from_at, to_at)`
}

/** Percent of the leads that an agent got in the period and that are clients by now; leads that agents brought themselves do not count. */
const conversion = (agents: RawBuilder<unknown>, isOfType: RawBuilder<unknown>) => sql`
  WITH ${agents}
  SELECT a.id AS agent_id, 100.0 * count(*) FILTER (WHERE l.status_value >= ${CLIENT_STATUS}) / count(*) AS figure
  FROM agents_asked a JOIN leads l ON l.agent_id = a.id
  WHERE greatest(l.created_at, l.claimed_key) >= a.from_at AND greatest(l.created_at, l.claimed_key) < a.to_at
    AND l.deleted_at IS NULL AND NOT l.is_bogus AND NOT l.is_personal AND ${isOfType}
  GROUP BY a.id`

/** Leads who rent and whose deal closed in the period, whatever ladder asks. */
const rentals = (agents: RawBuilder<unknown>) => sql`
  WITH ${agents}
  SELECT a.id AS agent_id, count(DISTINCT l.id) AS figure
  FROM agents_asked a
  LEFT JOIN (milestones m JOIN leads l ON l.id = m.lead_id AND l.deleted_at IS NULL AND 'rental_lead' = ANY(l.roles)
             AND m.milestone_type_id = ${sql.lit(milestoneType.dealClosed)} AND m.deleted_at IS NULL)
    ON l.agent_id = a.id AND m.happened_at >= a.from_at AND m.happened_at < a.to_at
  GROUP BY a.id`

/** The median of the minutes that offers waited for an answer; an offer that ran out counts with all its minutes. */
const responseTime = (agents: RawBuilder<unknown>, isOfType: RawBuilder<unknown>) => sql`
  WITH ${agents}
  SELECT a.id AS agent_id, percentile_cont(0.5) WITHIN GROUP (
    ORDER BY extract(epoch FROM coalesce(t.decided_at, t.expires_at) - t.created_at)::float8 / 60) AS figure
  FROM agents_asked a
  JOIN lead_transfers t ON t.to_agent_id = a.id AND t.kind = 'offer' AND t.state IN ('accepted', 'rejected', 'expired')
    AND t.created_at >= a.from_at AND t.created_at < a.to_at
  JOIN leads l ON l.id = t.lead_id AND ${isOfType}
  GROUP BY a.id`
