import type { ReportRow } from '../contract.ts'
import { type MetricName, metricOf, ratioOf } from './metrics.ts'
import { funnelStages } from './reports.ts'

/** Numbers by metric. */
export type Numbers = ReadonlyMap<MetricName, number | null>

/** The numbers of some columns, in their order, ratios among them. What was not counted is 0 where it counts, else nothing. */
export const valuesOf = (columns: readonly MetricName[], numbers: Numbers | undefined): (number | null)[] =>
  columns.map(column => numberOf(column, numbers ?? new Map()))

const isAbsent: ReadonlySet<MetricName> = new Set(['response_median', 'cost', 'of_step', 'of_all'])

function numberOf(name: MetricName, numbers: Numbers): number | null {
  const { ratio } = metricOf(name)
  if (ratio) return ratioOf(numberOf(ratio.part as MetricName, numbers), numberOf(ratio.whole as MetricName, numbers))
  return numbers.get(name) ?? (isAbsent.has(name) ? null : 0)
}

/** The same numbers with some more. */
export const withNumbers = (numbers: Numbers | undefined, more: Iterable<[MetricName, number | null]>): Numbers =>
  new Map([...(numbers ?? []), ...more])

/** The steps of a funnel, each with its share of the step before and of all. */
export function funnelNumbers(rows: ReadonlyMap<string, Numbers>): Map<string, Numbers> {
  const reached = (stage: number | undefined): number => rows.get(String(stage))?.get('reached') ?? 0
  return new Map(
    funnelStages.map((stage, index) => [
      String(stage),
      new Map<MetricName, number | null>([
        ['reached', reached(stage)],
        ['of_step', index === 0 ? null : ratioOf(reached(stage), reached(funnelStages[index - 1]))],
        ['of_all', index === 0 ? null : ratioOf(reached(stage), reached(funnelStages[0]))],
      ]),
    ]),
  )
}

/** Rows with the most of a column first; by other columns and their names where it is the same. */
export function inOrder<Row extends Pick<ReportRow, 'label' | 'values'>>(
  rows: readonly Row[],
  columns: readonly MetricName[],
  by: readonly MetricName[],
): Row[] {
  const places = by.map(name => columns.indexOf(name))
  return rows.toSorted((one, other) => {
    for (const place of places) {
      const difference = (other.values[place] ?? 0) - (one.values[place] ?? 0)
      if (difference !== 0) return difference
    }
    return one.label.localeCompare(other.label)
  })
}

/** What agents are ranked by, the first that differs. */
export const rankedBy = ['commission', 'firm_deals', 'calls'] as const satisfies readonly MetricName[]

/** The ranks of agents, from 1: the same place for the same numbers. */
export function ranksOf(agents: ReadonlyMap<string, Numbers>): Map<string, number> {
  const scores = [...agents].map(([key, numbers]) => ({ key, score: rankedBy.map(name => numbers.get(name) ?? 0) }))
  scores.sort((one, other) => compareScores(other.score, one.score))
  let rank = 0
  return new Map(
    scores.map(({ key, score }, index) => {
      const before = scores[index - 1]
      if (!before || compareScores(before.score, score) !== 0) rank = index + 1
      return [key, rank]
    }),
  )
}

function compareScores(one: readonly number[], other: readonly number[]): number {
  for (const [index, value] of one.entries()) {
    const difference = value - (other[index] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
