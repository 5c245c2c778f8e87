import { calendarDay } from '../../../../platform/web/time/time.ts'

/** A share of a whole, 0 to 1; 0 of nothing. */
export const shareOf = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)

/** "89 %"; "–" where there is nothing to count. */
export const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${Math.round((part / whole) * 100)} %`

/** "Nov 2". */
export const shortDay = (day: string): string => calendarDay(day).replace(/, \d+$/, '')

/** "Oct 2 to 18", "Oct 20 to Nov 1". */
export function shortDays({ from, to }: { from: string; to: string }): string {
  const isSameMonth = from.slice(0, 7) === to.slice(0, 7)
  return `${shortDay(from)} to ${isSameMonth ? Number(to.slice(8)) : shortDay(to)}`
}

/** Labels of evenings along an axis: the month only where it begins. */
export const axisLabels = (days: readonly string[]): string[] =>
  days.map((day, index) =>
    index === 0 || days[index - 1]?.slice(0, 7) !== day.slice(0, 7) ? shortDay(day) : String(Number(day.slice(8))),
  )
