import { TZDate } from '@date-fns/tz'
import { addMonths, differenceInCalendarDays, differenceInCalendarMonths, lastDayOfMonth } from 'date-fns'
import { dayAfter } from '../../../platform/wire/days.ts'

/** Calendar days of the brokerage, yyyy-MM-dd, both included. */
export interface Period {
  from: string
  to: string
}

/** The first and the last day that a report may be about. */
export const REPORTED_DAYS: Period = { from: '2000-01-01', to: '2099-12-31' }
/** A report covers at most so many years. */
export const MAX_YEARS = 3

const numbersOf = (day: string): [number, number, number] => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return [year, month - 1, date]
}

/** A day as a date of no zone: for counting days, never for instants. */
const dateOf = (day: string): Date => new TZDate(...numbersOf(day), 'UTC')
const dayOf = (date: Date): string => {
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${String(date.getFullYear()).padStart(4, '0')}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
}

/** Days of a period. */
export const daysIn = ({ from, to }: Period): number => differenceInCalendarDays(dateOf(to), dateOf(from)) + 1

/** What is wrong with a period, by field; `null` when a report can be made of it. */
export function whyNotPeriod({ from, to }: Period): { from?: string[]; to?: string[] } | null {
  if (from < REPORTED_DAYS.from) return { from: [`The first day must not be before ${REPORTED_DAYS.from}.`] }
  if (to > REPORTED_DAYS.to) return { to: [`The last day must not be after ${REPORTED_DAYS.to}.`] }
  if (to < from) return { to: ['The last day must not be before the first.'] }
  if (to >= dayOf(addMonths(dateOf(from), 12 * MAX_YEARS)))
    return { to: [`A report covers at most ${MAX_YEARS} years.`] }
  return null
}

/**
 * The days that a period is compared with. One that begins with a month is compared with the same days of the month before:
 * November 1 to 19 with October 1 to 19, all of February with all of January. A longer one that begins with a quarter with
 * those of the quarter before, one that begins with a year with those of the year before. Any other with as many days just before.
 */
export function periodBefore({ from, to }: Period): Period {
  const [first, last] = [dateOf(from), dateOf(to)]
  if (first.getDate() !== 1) {
    const days = daysIn({ from, to })
    return { from: dayAfter(from, -days), to: dayAfter(from, -1) }
  }
  const months = monthsBack(first.getMonth(), differenceInCalendarMonths(last, first) + 1)
  const isWhole = last.getDate() === lastDayOfMonth(last).getDate()
  const end = addMonths(last, -months)
  return { from: dayOf(addMonths(first, -months)), to: dayOf(isWhole ? lastDayOfMonth(end) : end) }
}

const QUARTER = 3
const YEAR = 12

/** How many months before a period of so many months lies what it is compared with; January is month 0. */
function monthsBack(month: number, length: number): number {
  if (length === 1) return 1
  if (length <= QUARTER && month % QUARTER === 0) return QUARTER
  return month === 0 ? Math.ceil(length / YEAR) * YEAR : length
}

/** What the points of a chart stand for. */
export type StepUnit = 'day' | 'week' | 'month'

/** Days up to which a chart has a point a day, and a point a week. */
const MAX_DAYS = 45
const MAX_WEEK_DAYS = 200

/** Whether a chart of a period has a point for each day, week or month. */
export function stepUnitOf(period: Period): StepUnit {
  const days = daysIn(period)
  if (days <= MAX_DAYS) return 'day'
  return days <= MAX_WEEK_DAYS ? 'week' : 'month'
}

/** The first days of the points of a chart; weeks are counted from the first day, months end with the calendar's. */
export function stepsOf({ from, to }: Period, unit: StepUnit): string[] {
  const steps = [from]
  for (;;) {
    const next = nextStep(steps.at(-1) ?? from, unit)
    if (next > to) return steps
    steps.push(next)
  }
}

function nextStep(day: string, unit: StepUnit): string {
  if (unit !== 'month') return dayAfter(day, unit === 'day' ? 1 : 7)
  const date = dateOf(day)
  date.setDate(1)
  return dayOf(addMonths(date, 1))
}

const laterOf = (one: string, other: string): string => (one.localeCompare(other) > 0 ? one : other)

/** What a cost by the month comes to in a period: each month counts by how many of its days lie in it. */
export function costIn(period: Period, months: readonly { month: string; cents: number }[]): number {
  const cents = months.reduce((sum, { month, cents: whole }) => {
    const end = dayOf(lastDayOfMonth(dateOf(month)))
    const from = laterOf(month, period.from)
    const to = end === laterOf(end, period.to) ? period.to : end
    return to < from ? sum : sum + (whole * daysIn({ from, to })) / daysIn({ from: month, to: end })
  }, 0)
  return Math.round(cents)
}
