import { TZDate } from '@date-fns/tz'

/*
 * Calendar days and times on the clock of a zone. Worked out here and never by the database: the zone data of PostgreSQL may be
 * of another year than that of Node, and a province that stops changing its clocks would move what was agreed on.
 */

/** An instant as a plain date, whose days are those of no zone. */
const plain = (date: Date): Date => new Date(date.getTime())

/** When a clock in a zone shows a day (yyyy-MM-dd) and a time (HH:mm or HH:mm:ss). A time that a change of clocks skips is moved on. */
export function instantAt(day: string, time: string, zone: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  return plain(new TZDate(year, month - 1, date, hours, minutes, seconds, zone))
}

/** Beginnings of days that were asked for: a report of years asks for thousands, each of which takes a look at the zone's data. */
const starts = new Map<string, number>()
const MAX_STARTS = 10_000

/** When a calendar day begins. */
export function dayStart(day: string, zone: string): Date {
  const key = `${zone} ${day}`
  const known = starts.get(key)
  if (known !== undefined) return new Date(known)
  if (starts.size >= MAX_STARTS) starts.clear()
  const start = instantAt(day, '00:00', zone)
  starts.set(key, start.getTime())
  return start
}

/** When a calendar day ends, which is when the next one begins: 23 or 25 hours later when clocks change. */
export const dayEnd = (day: string, zone: string): Date => dayStart(dayAfter(day, 1), zone)

/** The day so many days later; both as yyyy-MM-dd. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** The day of the week of a day (yyyy-MM-dd): 1 for Monday, 7 for Sunday. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

/** The Monday of a day's week. */
export const mondayOf = (day: string): string => dayAfter(day, 1 - weekdayOf(day))

/** So many days, the last of them that of an instant; oldest first, as yyyy-MM-dd. */
export function lastDays(instant: Date, zone: string, count: number): string[] {
  const { day } = wallClock(instant, zone)
  return Array.from({ length: count }, (_, index) => dayAfter(day, index + 1 - count))
}

/** When each of these days begins, as a database takes it. */
export const dayStarts = (days: readonly string[], zone: string): string[] =>
  days.map(day => dayStart(day, zone).toISOString())

/** What a calendar and a clock in a zone show at an instant: yyyy-MM-dd and HH:mm:ss. */
export function wallClock(instant: Date | string, zone: string): { day: string; time: string } {
  const local = new TZDate(new Date(instant), zone)
  const two = (value: number) => String(value).padStart(2, '0')
  return {
    day: `${String(local.getFullYear()).padStart(4, '0')}-${two(local.getMonth() + 1)}-${two(local.getDate())}`,
    time: [local.getHours(), local.getMinutes(), local.getSeconds()].map(two).join(':'),
  }
}
