/*
 * Times of a day (HH:mm, or HH:mm:ss as the database writes them) and days of a week (1 for Monday), without a date and without a
 * zone.
 */

/** Minutes after midnight. */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** A time such as `16:30` from minutes after midnight. */
export const timeOfMinutes = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** "4:30 PM"; midnight at the end of the day is "12:00 AM". */
export function clockText(time: string): string {
  const minutes = minutesOf(time) % 1440
  const hours = Math.floor(minutes / 60)
  return `${hours % 12 || 12}:${String(minutes % 60).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`
}

/** The times of a day so many minutes apart, from midnight. */
export const timesEvery = (minutes: number): string[] =>
  Array.from({ length: 1440 / minutes }, (_, place) => timeOfMinutes(place * minutes))

/** Days of the week from Monday, as buttons and as sentences name them. */
export const shortWeekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
const longWeekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** "Monday" for 1. */
export const weekdayName = (weekday: number): string => longWeekdays[weekday - 1] ?? ''

/** "Monday to Thursday", "Monday and Friday", "Every day"; "" of none. */
export function weekdaysText(weekdays: readonly number[]): string {
  const sorted = weekdays.toSorted((one, other) => one - other)
  if (sorted.length === 7) return 'Every day'
  const names = sorted.map(weekdayName)
  const isRun = sorted.every((day, index) => index === 0 || day === (sorted[index - 1] ?? 0) + 1)
  if (isRun && names.length > 2) return `${names[0]} to ${names.at(-1)}`
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? '')
}

/** A countdown: "4:05", "1:02:09". */
export function countdown(seconds: number): string {
  const left = Math.max(0, Math.floor(seconds))
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(left / 3600)
  const minutes = Math.floor((left % 3600) / 60)
  return hours > 0 ? `${hours}:${two(minutes)}:${two(left % 60)}` : `${minutes}:${two(left % 60)}`
}
