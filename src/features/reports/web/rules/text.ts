import { calendarDay } from '../../../../platform/web/time/time.ts'
import type { Period, StepUnit } from '../../rules/period.ts'

/** "Nov 2". */
export const shortDay = (day: string): string => calendarDay(day).replace(/, \d+$/, '')

/** "Nov 1 to 19", "Oct 20 to Nov 1", with the year where it is not today's: "Jan 1 to Nov 19, 2025", "Dec 1, 2025 to Jan 3, 2026". */
export function daysText({ from, to }: Period, today: string): string {
  const [year, thisYear] = [to.slice(0, 4), today.slice(0, 4)]
  if (from.slice(0, 4) !== year) return `${calendarDay(from)} to ${calendarDay(to)}`
  const end = year === thisYear ? '' : `, ${year}`
  if (from === to) return `${shortDay(from)}${end}`
  return `${shortDay(from)} to ${from.slice(0, 7) === to.slice(0, 7) ? Number(to.slice(8)) : shortDay(to)}${end}`
}

/** What the points of a chart are called: days and weeks by their first day, months by name. */
export function stepLabels(steps: readonly string[], unit: StepUnit): string[] {
  return steps.map((day, index) => {
    const isNewMonth = index === 0 || steps[index - 1]?.slice(0, 7) !== day.slice(0, 7)
    if (unit === 'month') return `${shortDay(day).split(' ')[0]}${isNewYear(steps, index) ? ` ${day.slice(0, 4)}` : ''}`
    return isNewMonth ? shortDay(day) : String(Number(day.slice(8)))
  })
}

const isNewYear = (steps: readonly string[], index: number): boolean =>
  steps[0]?.slice(0, 4) !== steps.at(-1)?.slice(0, 4) &&
  (index === 0 || steps[index - 1]?.slice(0, 4) !== steps[index]?.slice(0, 4))
