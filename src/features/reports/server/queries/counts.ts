import { sql } from 'kysely'
import type { QueryContext } from '../../../../platform/server/context.ts'
import { dayStart } from '../../../../platform/wire/days.ts'
import { region } from '../../../../product/region/region.ts'
import type { MetricName } from '../../rules/metrics.ts'
import { NOBODY, type RowKind } from '../../rules/reports.ts'
import type { Fragment } from './contacts.ts'
import { type FactQuestion, type FactsName, facts, workByDay } from './facts.ts'
import { type Measure, measureOf, rowKeys } from './measures.ts'

/** What metrics came to: in each row, at each step, and in all. */
export interface Counts {
  rows: Map<string, Map<MetricName, number | null>>
  steps: Map<MetricName, number | null>[]
  totals: Map<MetricName, number | null>
}

interface CountQuestion extends FactQuestion {
  metrics: readonly MetricName[]
  row: RowKind
  /** The first days of the steps. */
  steps: readonly string[]
}

/** Counts metrics, one statement for all that are made of the same facts. */
export async function countsOf(ctx: QueryContext, question: CountQuestion): Promise<Counts> {
  const found: Counts = { rows: new Map(), steps: question.steps.map(() => new Map()), totals: new Map() }
  const wanted = question.metrics.flatMap(name => {
    const measure = measureOf(name)
    return measure ? [{ name, measure }] : []
  })
  const groups = Map.groupBy(wanted, ({ measure }) => measure.facts)
  // A connection of its own for each would leave none for others.
  for (const [name, measures] of groups) await addCounts(ctx, found, { ...question, name, measures })
  return found
}

interface OneCount extends CountQuestion {
  name: FactsName
  measures: readonly { name: MetricName; measure: Measure }[]
}

/** One line of the answer: its level says which of row and step it is about. */
interface CountLine {
  level: number
  key: string | null
  step: number | null
  found: (number | null)[]
}

const OF_ROW = 1
const OF_STEP = 2

async function addCounts({ db }: QueryContext, counts: Counts, question: OneCount): Promise<void> {
  const { name, measures, row, steps } = question
  const isDaily = measures.every(({ measure }) => measure.daily !== undefined)
  const starts = steps.map(day => dayStart(day, region.zone).toISOString())
  const { rows } = await sql<CountLine>`
    SELECT GROUPING(row_key, step) AS level, row_key AS key, step,
      jsonb_build_array(${sql.join(measures.map(({ measure }) => (isDaily ? dailyOf(measure) : aggregateOf(measure, row))))}) AS found
    FROM (SELECT f.*, ${rowKeys[row]} AS row_key, width_bucket(f.at, ${starts}::timestamptz[]) AS step
          FROM (${isDaily ? workByDay(question) : facts[name](question)}) f OFFSET 0) f
    GROUP BY GROUPING SETS ((row_key), (step), ())`.execute(db)
  for (const { level, key, step, found } of rows) {
    const target =
      level === OF_ROW
        ? rowOf(counts, key ?? NOBODY)
        : level === OF_STEP
          ? counts.steps[(step ?? 0) - 1]
          : counts.totals
    measures.forEach(({ name: metric }, index) => {
      target?.set(metric, found[index] ?? null)
    })
  }
}

function rowOf(counts: Counts, key: string): Map<MetricName, number | null> {
  const known = counts.rows.get(key)
  if (known) return known
  const made = new Map<MetricName, number | null>()
  counts.rows.set(key, made)
  return made
}

const dailyOf = ({ daily }: Measure): Fragment => sql`coalesce(sum(f.${sql.ref(daily ?? '')}), 0)`

function aggregateOf({ where, of, isOncePerDeal }: Measure, row: RowKind): Fragment {
  const over = (condition: Fragment) =>
    of.kind === 'count'
      ? sql`count(*) FILTER (WHERE ${condition})`
      : of.kind === 'median'
        ? sql`round(percentile_cont(0.5) WITHIN GROUP (ORDER BY ${of.value}) FILTER (WHERE ${condition}))`
        : sql`coalesce(sum(${of.value}) FILTER (WHERE ${condition}), 0)${of.cents ? sql` / 100.0` : sql``}`
  if (!isOncePerDeal) return over(where)
  const once = over(sql`${where} AND f.is_first`)
  // Several agents share a deal: each of their rows has it.
  return row === 'agent' ? sql`CASE WHEN GROUPING(row_key) = 0 THEN ${over(where)} ELSE ${once} END` : once
}
