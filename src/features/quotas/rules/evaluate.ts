import { add } from 'date-fns/add'
import type { Condition, Period, Rung } from '../contract/ladders.ts'
import { figureSentence, standingOf } from './conditions.ts'

/** What is measured of an agent: a criterion over a period. */
export interface Measure {
  criteria: Exclude<Condition['criteria'], 'manual'>
  duration: Period
}

/** Tells measures apart. */
export const measureKey = ({ criteria, duration }: Measure): string => `${criteria}/${duration.count} ${duration.type}`

/** The measures that conditions need, each once. */
export function measuresOf(rungs: readonly Pick<Rung, 'next_conditions'>[]): Measure[] {
  const needed = rungs.flatMap(({ next_conditions }) =>
    next_conditions.flatMap(condition => measureOf(condition) ?? []),
  )
  return [...new Map(needed.map(measure => [measureKey(measure), measure])).values()]
}

/** What a condition measures; nothing where an administrator decides. */
export function measureOf({ criteria, duration }: Condition): Measure | null {
  return criteria === 'manual' || duration === null ? null : { criteria, duration }
}

/** The figure of one agent for a measure; `null` when there was nothing to measure. */
export type FigureOf = (measure: Measure) => number | null

/** Where an agent stands on a ladder. */
export interface OnLadder {
  rule_id: number
  /** The first of the nights in a row in which the conditions did not hold, yyyy-MM-dd. */
  failing_since: string | null
}

/** What a night makes of an agent. */
export interface Verdict extends OnLadder {
  move: 'stays' | 'climbs' | 'steps back'
  /** What the move rests on: "conversion 1.6 %, answers took 4 min". */
  reason: string
}

/**
 * Evaluates the conditions of the rung that an agent stands on, for the night before `day`. All hold: the agent climbs to the
 * next one. Some have not held for a full period, the longest that they look back on: the agent steps back to the previous
 * one. What could not be measured neither holds nor fails. An agent moves by one rung a night.
 */
export function evaluate(
  at: OnLadder,
  { rungs, figureOf, day }: { rungs: readonly Rung[]; figureOf: FigureOf; day: string },
): Verdict {
  const rung = rungs.find(({ id }) => id === at.rule_id)
  if (!rung) return { ...at, move: 'stays', reason: '' }
  const judged = rung.next_conditions.map(condition => {
    const measure = measureOf(condition)
    const figure = measure ? figureOf(measure) : null
    return { condition, figure, standing: standingOf(condition, figure) }
  })
  const reasonOf = (some: typeof judged) =>
    some.flatMap(({ condition, figure }) => (figure === null ? [] : figureSentence(condition, figure))).join(', ')
  if (rung.next !== null && judged.every(({ standing }) => standing === 'holds'))
    return { rule_id: rung.next, failing_since: null, move: 'climbs', reason: reasonOf(judged) }
  const failing = judged.filter(({ standing }) => standing === 'fails')
  if (failing.length === 0) return { ...at, failing_since: null, move: 'stays', reason: '' }
  const failing_since = at.failing_since ?? day
  if (rung.previous !== null && day >= endOfPeriod(failing_since, rung.next_conditions))
    return { rule_id: rung.previous, failing_since: null, move: 'steps back', reason: reasonOf(failing) }
  return { ...at, failing_since, move: 'stays', reason: reasonOf(failing) }
}

/** The day on which conditions that fail since `day` have failed for a full period. */
export function endOfPeriod(day: string, conditions: readonly Condition[]): string {
  const ends = conditions.flatMap(condition => {
    const measure = measureOf(condition)
    return measure ? addPeriod(day, measure.duration) : []
  })
  return [day, ...ends].toSorted().at(-1) ?? day
}

/** A day so many days, weeks or months later; both as yyyy-MM-dd. */
function addPeriod(day: string, { type, count }: Period): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const end = add(new Date(year, month - 1, date), { [`${type}s`]: count })
  const two = (value: number) => String(value).padStart(2, '0')
  return `${String(end.getFullYear()).padStart(4, '0')}-${two(end.getMonth() + 1)}-${two(end.getDate())}`
}
