import { type RawBuilder, sql } from 'kysely'
import type { ReadContext } from '../../../../platform/server/context.ts'
import type { FigureDays } from '../../rules/days.ts'
import { dealStatus, openStatuses } from '../../rules/kinds.ts'
import { netOf } from './reach.ts'

/** Sums in cents. */
export interface Totals {
  ytd: number
  ytd_before: number
  year: number
  year_before: number
  gross_ytd: number
  gross_ytd_before: number
}

/** Deals whose figures these are: an agent's own, or all. */
const counted = ({ viewer }: ReadContext): RawBuilder<unknown> =>
  viewer.agent_id === null
    ? sql`true`
    : sql`d.id IN (SELECT deal_id FROM deal_splits WHERE agent_id = ${viewer.agent_id})`

const closed = sql`d.status = ${sql.lit(dealStatus.closed)}`

/** What closed this year and in the past 12 months, and the same of a year before. */
export async function closedTotals(ctx: ReadContext, days: FigureDays): Promise<Totals> {
  const sum = (column: string, from: string, until: RawBuilder<unknown>) =>
    sql`coalesce(sum(${sql.ref(column)}) FILTER (WHERE close_date >= ${from}::date AND ${until}), 0)`
  const before = (day: string) => sql`close_date < ${day}::date`
  const upTo = (day: string) => sql`close_date <= ${day}::date`
  const after = (day: string) => sql`close_date > ${day}::date`
  const { rows } = await sql<Totals>`
    SELECT ${sum('net', days.yearStart, before(days.nextYear))} AS ytd,
      ${sum('net', days.lastYearStart, upTo(days.lastYearToday))} AS ytd_before,
      coalesce(sum(net) FILTER (WHERE ${after(days.yearAgo)} AND ${upTo(days.today)}), 0) AS year,
      coalesce(sum(net) FILTER (WHERE ${after(days.twoYearsAgo)} AND ${upTo(days.yearAgo)}), 0) AS year_before,
      ${sum('gross', days.yearStart, before(days.nextYear))} AS gross_ytd,
      ${sum('gross', days.lastYearStart, upTo(days.lastYearToday))} AS gross_ytd_before
    FROM (SELECT d.close_date, d.gross, ${netOf(ctx)} AS net FROM deals d
          WHERE ${closed} AND d.close_date >= least(${days.twoYearsAgo}::date, ${days.lastYearStart}::date)
            AND ${counted(ctx)}) own`.execute(ctx.db)
  return rows[0] ?? { ytd: 0, ytd_before: 0, year: 0, year_before: 0, gross_ytd: 0, gross_ytd_before: 0 }
}

/** What closed in one month, in cents. */
export interface MonthSum {
  /** Its first day. */
  month: string
  net: number
  gross: number
}

/** What closed in each of the past 12 months that had a closing. */
export async function closedMonths(ctx: ReadContext, { months, nextYear }: FigureDays): Promise<MonthSum[]> {
  const { rows } = await sql<MonthSum>`
    SELECT month::text, sum(net) AS net, sum(gross) AS gross
    FROM (SELECT date_trunc('month', d.close_date)::date AS month, d.gross, ${netOf(ctx)} AS net FROM deals d
          WHERE ${closed} AND d.close_date >= ${months[0]}::date AND d.close_date < ${nextYear}::date AND ${counted(ctx)}) own
    GROUP BY 1 ORDER BY 1`.execute(ctx.db)
  return rows
}

/** What open deals will bring, in cents, and how many they are. */
export async function pendingTotal(ctx: ReadContext): Promise<{ net: number; deals: number }> {
  const { rows } = await sql<{ net: number; deals: number }>`
    SELECT coalesce(sum(${netOf(ctx)}), 0) AS net, count(*) AS deals FROM deals d
    WHERE d.status = ANY(${[...openStatuses]}::smallint[]) AND ${counted(ctx)}`.execute(ctx.db)
  return rows[0] ?? { net: 0, deals: 0 }
}

/**
 * What an agent would have kept of the deals that were open at each of these instants, in cents, also of those that fell through
 * since. Asked for one agent, whose deals are few.
 */
export async function pendingMonths({ db, viewer }: ReadContext, ends: readonly Date[]): Promise<number[]> {
  if (viewer.agent_id === null) return []
  const { rows } = await sql<{ net: number }>`
    SELECT coalesce((
      SELECT sum(coalesce(s.kept, s.amount)) FROM deal_splits s
      WHERE s.agent_id = ${viewer.agent_id} AND (
        SELECT c.status FROM deal_status_changes c WHERE c.deal_id = s.deal_id AND c.changed_at < m.ended
        ORDER BY c.changed_at DESC, c.id DESC LIMIT 1) = ANY(${[...openStatuses]}::smallint[])), 0) AS net
    FROM unnest(${ends.map(end => end.toISOString())}::timestamptz[]) WITH ORDINALITY AS m(ended, place)
    ORDER BY m.place`.execute(db)
  return rows.map(({ net }) => net)
}

/** What an agent kept of the closings of one month, in cents. */
export interface AgentMonth {
  agent_id: number
  month: string
  net: number
}

/** What every agent kept of this year's closings, month by month. */
export async function agentMonths(ctx: ReadContext, { yearStart, nextYear }: FigureDays): Promise<AgentMonth[]> {
  const { rows } = await sql<AgentMonth>`
    SELECT s.agent_id, date_trunc('month', d.close_date)::date::text AS month, sum(coalesce(s.kept, s.amount)) AS net
    FROM deals d JOIN deal_splits s ON s.deal_id = d.id AND s.agent_id IS NOT NULL
    WHERE ${closed} AND d.close_date >= ${yearStart}::date AND d.close_date < ${nextYear}::date
    GROUP BY 1, 2`.execute(ctx.db)
  return rows
}

/** Agents who can sign in. */
export async function activeAgents({ db }: ReadContext): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM agents a JOIN users u ON u.id = a.user_id WHERE u.is_active`.execute(db)
  return rows[0]?.total ?? 0
}
