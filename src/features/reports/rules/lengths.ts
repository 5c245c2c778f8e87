import { dayAfter, mondayOf } from '../../../platform/wire/days.ts'
import { type Period, REPORTED_DAYS } from './period.ts'

/** The lengths that a period is chosen by. */
export const lengths = ['week', 'month', 'quarter', 'year'] as const
export type Length = (typeof lengths)[number]

const pad = (value: number): string => String(value).padStart(2, '0')

/** The first day of the week, month, quarter or year of a day; weeks begin on Monday. */
function startOf(day: string, length: Length): string {
  const [year = '', month = '1'] = day.split('-')
  switch (length) {
    case 'week':
      return mondayOf(day)
    case 'month':
      return `${day.slice(0, 8)}01`
    case 'quarter':
      return `${year}-${pad(Number(month) - ((Number(month) - 1) % 3))}-01`
    case 'year':
      return `${year}-01-01`
  }
}

/** More days than a period of the length has, and fewer than two. */
const beyond: Readonly<Record<Length, number>> = { week: 7, month: 31, quarter: 92, year: 366 }

const endOf = (start: string, length: Length): string => dayAfter(startOf(dayAfter(start, beyond[length]), length), -1)

/** The whole period of a length around a day. */
export function wholePeriod(day: string, length: Length): Period {
  const from = startOf(day, length)
  return { from, to: endOf(from, length) }
}

/** The period of a length around a day, as far as it has come. */
export function periodAround(day: string, length: Length, today: string): Period {
  const from = startOf(day, length)
  const end = endOf(from, length)
  return { from, to: end > today ? today : end }
}

/** A day of the period before, and of the one after; `null` where that lies ahead or before all reports. */
export function neighbours({ from }: Period, length: Length, today: string) {
  const next = dayAfter(endOf(startOf(from, length), length), 1)
  const before = dayAfter(from, -1)
  return { before: before < REPORTED_DAYS.from ? null : before, next: next > today ? null : next }
}

/** The last period of a length that was over before a day began. */
export function lastWhole(length: Length, day: string): Period {
  const to = dayAfter(startOf(day, length), -1)
  return { from: startOf(to, length), to }
}
