import type { Condition, Period } from '../contract/ladders.ts'
import type { Criterion } from './criteria.ts'

/** What each criterion is called where a condition begins. */
export const criterionLabel: Readonly<Record<Criterion, string>> = {
  conversion: 'Conversion',
  rentals: 'Rentals',
  response_time: 'Response time',
  manual: 'By hand',
}

/** The longest that a condition may look back, about a year in each unit. */
export const MAX_DURATION = { day: 366, week: 52, month: 12 } as const

/** Compares to whole rentals instead of a percentage or minutes. */
const countsRentals = ({ criteria, comparisonType }: Condition): boolean =>
  criteria === 'rentals' && comparisonType !== 'between'

/** The value that a figure must be above or below; `null` where the condition has none. */
export const thresholdOf = (condition: Condition): number | null =>
  countsRentals(condition) ? condition.rentalCount : condition.conversion

/** The condition with another value to be above or below. */
export const withThreshold = (condition: Condition, value: number): Condition =>
  countsRentals(condition) ? { ...condition, rentalCount: value } : { ...condition, conversion: value }

/** What is compared how where a condition does not say: more conversion and rentals are better, less time is. */
const usualComparison = { conversion: 'greater', rentals: 'greater', response_time: 'less' } as const

/** A condition with what it leaves out, so that two that mean the same are the same. */
export function completed(condition: Condition): Condition {
  if (condition.criteria === 'manual') return condition
  return { ...condition, comparisonType: condition.comparisonType ?? usualComparison[condition.criteria] }
}

/** What is wrong with a condition, as a sentence; `null` when nothing is. Expects it `completed`. */
export function problemOf(condition: Condition): string | null {
  const { criteria, duration, comparisonType, conversion0, conversion1 } = condition
  if (criteria === 'manual') return null
  if (duration === null) return `A condition of ${criteria} needs a duration.`
  if (duration.count > MAX_DURATION[duration.type]) return 'The duration must be at most a year.'
  if (comparisonType === 'between') {
    if (conversion0 === null || conversion1 === null) return 'Between needs conversion0 and conversion1.'
    return conversion0 < conversion1 ? null : 'conversion0 must be below conversion1.'
  }
  if (thresholdOf(condition) !== null) return null
  return `A condition of ${criteria} needs ${criteria === 'rentals' ? 'a rentalCount' : 'a conversion'}.`
}

/** How a figure stands to a condition; `unknown` when there was nothing to measure. An administrator's word is never measured. */
export type Standing = 'holds' | 'fails' | 'unknown'

/** Whether a figure meets a condition: strictly above or below its value, or between its bounds, both included. */
export function standingOf(condition: Condition, figure: number | null): Standing {
  if (condition.criteria === 'manual' || figure === null) return 'unknown'
  const { comparisonType, conversion0, conversion1 } = condition
  const threshold = thresholdOf(condition) ?? 0
  if (comparisonType === 'between')
    return figure >= (conversion0 ?? 0) && figure <= (conversion1 ?? 0) ? 'holds' : 'fails'
  return (comparisonType === 'less' ? figure < threshold : figure > threshold) ? 'holds' : 'fails'
}

/** How far along an agent is, from 0 to 1; 1 when the condition holds. */
export function progressOf(condition: Condition, figure: number | null): number {
  if (standingOf(condition, figure) === 'holds') return 1
  if (figure === null || condition.criteria === 'manual') return 0
  const target =
    condition.comparisonType === 'between'
      ? figure < (condition.conversion0 ?? 0)
        ? (condition.conversion0 ?? 0)
        : (condition.conversion1 ?? 0)
      : (thresholdOf(condition) ?? 0)
  const [less, more] = figure < target ? [figure, target] : [target, figure]
  return more === 0 ? 0 : Math.min(0.97, less / more)
}

const plain = (value: number): string => String(Math.round(value * 10) / 10)

/** A figure as people read it: "1.6 %", "22 min", "3". */
export function figureText(criterion: Criterion, figure: number): string {
  if (criterion === 'conversion') return `${plain(figure)} %`
  return criterion === 'response_time' ? `${plain(figure)} min` : plain(figure)
}

/** "3 months", "1 day". */
export const periodText = ({ type, count }: Period): string => `${count} ${type}${count === 1 ? '' : 's'}`

/** What a condition compares to: "greater than 2 %", "between 1 % and 1.8 %". */
export function comparisonText(condition: Condition): string {
  const { criteria, comparisonType, conversion0, conversion1 } = condition
  const text = (figure: number | null) => figureText(criteria, figure ?? 0)
  if (comparisonType === 'between') return `between ${text(conversion0)} and ${text(conversion1)}`
  return `${comparisonType ?? 'greater'} than ${text(thresholdOf(condition))}`
}

/** A condition in a few words: "conversion greater than 2 % over 3 months", "by hand". */
export function conditionText(condition: Condition): string {
  const name = criterionLabel[condition.criteria].toLowerCase()
  if (condition.criteria === 'manual' || condition.duration === null) return name
  return `${name} ${comparisonText(condition)} over ${periodText(condition.duration)}`
}

/** What a figure was, for a history: "conversion 1.6 %", "answers took 22 min". */
export function figureSentence({ criteria }: Pick<Condition, 'criteria'>, figure: number): string {
  const text = figureText(criteria, figure)
  if (criteria === 'response_time') return `answers took ${text}`
  return criteria === 'rentals' ? `${text} ${figure === 1 ? 'rental' : 'rentals'} closed` : `conversion ${text}`
}

/** Conditions as JSON text, their fields in the order in which the specification names them. */
export const conditionsJson = (conditions: readonly Condition[]): string =>
  JSON.stringify(
    conditions.map(({ criteria, rentalCount, duration, conversion, conversion0, conversion1, comparisonType }) => ({
      criteria,
      rentalCount,
      duration: duration && { type: duration.type, count: duration.count },
      conversion,
      conversion0,
      conversion1,
      comparisonType,
    })),
  )
