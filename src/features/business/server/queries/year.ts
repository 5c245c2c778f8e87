import { type RawBuilder, sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import { dealStatus } from '../../../deals/rules/kinds.ts'

/** Deals that are on their way to closing. */
const underContract: readonly number[] = [dealStatus.submitted, dealStatus.conditional, dealStatus.firm]

/** What is under contract, in cents. */
export interface Pipeline {
  deals: number
  gross: number
  volume: number
  undated: number
  /** What is to close from today to the end of the year, by the first day of the month. */
  months: { month: string; gross: number }[]
}

const ofAgents = (agentIds: readonly number[] | null): RawBuilder<unknown> =>
  agentIds === null
    ? sql`true`
    : sql`d.id IN (SELECT deal_id FROM deal_splits WHERE agent_id = ANY (${[...agentIds]}::int[]))`

/** Deals that are submitted, conditional or firm; of these agents, `null` for all. */
export async function pipelineOf(
  { db }: QueryContext,
  { agentIds, today, nextYear }: { agentIds: readonly number[] | null; today: string; nextYear: string },
): Promise<Pipeline> {
  const { rows } = await sql<Pipeline>`
    WITH open AS (
      SELECT d.gross, CASE WHEN d.type IN (2, 4) THEN 0 ELSE d.price END AS volume, d.close_date FROM deals d
      WHERE d.status = ANY (${[...underContract]}::smallint[]) AND ${ofAgents(agentIds)})
    SELECT count(*) AS deals, coalesce(sum(gross), 0) AS gross, coalesce(sum(volume), 0) AS volume,
      count(*) FILTER (WHERE close_date IS NULL OR close_date < ${today}::date) AS undated,
      (SELECT coalesce(jsonb_agg(m), '[]') FROM (
         SELECT date_trunc('month', close_date)::date::text AS month, sum(gross) AS gross FROM open
         WHERE close_date >= ${today}::date AND close_date < ${nextYear}::date GROUP BY 1) m) AS months
    FROM open`.execute(db)
  return rows[0] ?? { deals: 0, gross: 0, volume: 0, undated: 0, months: [] }
}

/** What the brokerage is to earn in a year, in cents. */
export interface StoredGoal {
  gross: number
  set_by: string | null
  set_at: string
}

/** The goal of a year; `null` when nobody set one. */
export async function goalOf({ db }: QueryContext, year: number): Promise<StoredGoal | null> {
  const { rows } = await sql<StoredGoal>`
    SELECT g.gross, g.set_at, trim(u.first_name || ' ' || u.last_name) AS set_by
    FROM business_goals g LEFT JOIN users u ON u.id = g.set_by WHERE g.year = ${year}`.execute(db)
  return rows[0] ?? null
}

/** Sets the goal of a year in cents, or takes it away. */
export async function writeGoal(
  { db, now }: Change,
  { year, gross, userId }: { year: number; gross: number | null; userId: number },
): Promise<void> {
  if (gross === null) await sql`DELETE FROM business_goals WHERE year = ${year}`.execute(db)
  else
    await sql`
      INSERT INTO business_goals (year, gross, set_by, set_at) VALUES (${year}, ${gross}, ${userId}, ${now})
      ON CONFLICT (year) DO UPDATE SET gross = excluded.gross, set_by = excluded.set_by, set_at = excluded.set_at`.execute(
      db,
    )
}
