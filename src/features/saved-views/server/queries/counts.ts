import { type RawBuilder, sql } from 'kysely'
import type { ReadContext } from '../../../../platform/server/context.ts'
import { EXACT_TOTAL_LIMIT } from '../../../../platform/wire/page.ts'
import type { LeadCount } from '../../../leads/contract/leads.ts'
import { conditionsOf, listed } from '../../../leads/server/queries/filters.ts'
import { areasWithin, placesOf } from '../../../leads/server/queries/places.ts'
import type { Question } from '../../rules.ts'

/** The planner errs; from this many on it is taken at its word that there are more than are counted. */
const SURELY_MORE = EXACT_TOTAL_LIMIT * 1.5
/** What counting all views together may cost, in the planner's units: some 10 ms. Dearer ones keep their estimate. */
const BUDGET = 3000
/** When the planner erred badly, all keep their estimate. Far above the budget: a busy machine is no error. */
const MAX_MS = 300

interface PlanNode {
  'Plan Rows': number
  'Total Cost': number
  'Parent Relationship'?: string
  Plans?: PlanNode[]
}

/**
 * How many leads each question finds, in two statements however many there are: one asks the planner what it expects and
 * what counting would cost, one counts the cheapest of them. What is not counted is marked as an estimate.
 */
export async function countsOf(ctx: ReadContext, questions: readonly Question[]): Promise<LeadCount[]> {
  if (questions.length === 0) return []
  const places = await placesOf(ctx)
  const counting = questions.map(({ list, filters }) => {
    const where = conditionsOf(ctx, list, filters, areasWithin(places, filters.locations))
    return sql`(SELECT count(*) FROM (SELECT 1 FROM leads WHERE ${listed} AND ${where}
                LIMIT ${sql.lit(EXACT_TOTAL_LIMIT + 1)}) counted)`
  })
  const expected = await plansOf(ctx, counting)
  const affordable = withinBudget(expected)
  const counted = await counts(
    ctx,
    affordable.map(at => counting[at] ?? sql`0`),
  )
  const estimates = expected.map(estimateOf)
  return estimates.map((estimate, at) => {
    const count = counted?.[affordable.indexOf(at)]
    if (count === undefined) return estimate
    return count > EXACT_TOTAL_LIMIT
      ? { count: Math.max(count, estimate.count), is_estimate: true }
      : { count, is_estimate: false }
  })
}

interface Expected {
  rows: number
  /** Of reading all matches. */
  cost: number
}

/** An estimate near the limit does not say on which side of it the truth is: it is no "more than". */
const estimateOf = ({ rows }: Expected): LeadCount => ({
  count: rows >= SURELY_MORE ? rows : Math.min(rows, EXACT_TOTAL_LIMIT),
  is_estimate: true,
})

/** What the planner expects of each of the counts. */
async function plansOf(ctx: ReadContext, counting: readonly RawBuilder<unknown>[]): Promise<Expected[]> {
  const plan = await sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>`
    EXPLAIN (FORMAT JSON) SELECT ${sql.join(counting)}`.execute(ctx.db)
  const top = plan.rows[0]?.['QUERY PLAN'][0].Plan
  const plans = (top?.Plans ?? []).filter(node => node['Parent Relationship'] === 'InitPlan')
  return counting.map((_, at) => {
    // The aggregate, the limit, and below them what finds the leads.
    const limit = plans[at]?.Plans?.[0]
    const found = limit?.Plans?.[0] ?? limit
    return { rows: found?.['Plan Rows'] ?? 0, cost: found?.['Total Cost'] ?? Number.POSITIVE_INFINITY }
  })
}

/** The cheapest counts that are worth it, as many as the budget allows. */
function withinBudget(expected: readonly Expected[]): number[] {
  let spent = 0
  return expected
    .map(({ rows, cost }, at) => ({ at, cost, isWorthIt: rows < SURELY_MORE }))
    .filter(({ isWorthIt }) => isWorthIt)
    .sort((a, b) => a.cost - b.cost)
    .flatMap(({ at, cost }) => {
      spent += cost
      return spent <= BUDGET ? [at] : []
    })
}

/** The counts themselves; `null` when they took too long after all. */
async function counts(ctx: ReadContext, counting: readonly RawBuilder<unknown>[]): Promise<number[] | null> {
  if (counting.length === 0) return []
  try {
    return await ctx.db.transaction().execute(async db => {
      await sql`SET LOCAL statement_timeout = ${sql.lit(MAX_MS)}`.execute(db)
      const { rows } = await sql<{ counts: number[] }>`SELECT ARRAY[${sql.join(counting)}]::int[] AS counts`.execute(db)
      return rows[0]?.counts ?? []
    })
  } catch (error) {
    if (isTimeout(error)) return null
    throw error
  }
}

const isTimeout = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === '57014'
