import { timesEvery } from '../../wire/clock.ts'

/** What a field asks for: a day, a time of day, or both. */
export type DateTimeKind = 'date' | 'time' | 'datetime'

/** A time on the wall of some zone, as fields hold it: yyyy-MM-dd, HH:mm, or yyyy-MM-ddTHH:mm; '' when there is none. */
export type WallTime = string

const shapes: Readonly<Record<DateTimeKind, RegExp>> = {
  date: /^\d{4}-\d{2}-\d{2}$/,
  time: /^\d{2}:\d{2}$/,
  datetime: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/,
}

/** The day of a wall time; '' of a time of day alone. */
export const dayOf = (value: WallTime): string => (shapes.time.test(value) ? '' : value.slice(0, 10))

/** The time of day of a wall time; '' of a day alone. */
export const timeOf = (value: WallTime): string => (shapes.time.test(value) ? value : value.slice(11, 16))

/** A wall time of a kind from its halves; '' while one that it needs is missing. */
export function wallTime(kind: DateTimeKind, day: string, time: string): WallTime {
  const value = kind === 'date' ? day : kind === 'time' ? time : `${day}T${time}`
  return isWallTime(kind, value) ? value : ''
}

/** Whether a text is a wall time of this kind that exists: no Feb 30, no 24:10. */
export function isWallTime(kind: DateTimeKind, text: string): boolean {
  if (!shapes[kind].test(text)) return false
  const full = kind === 'date' ? `${text}T00:00` : kind === 'time' ? `2000-01-01T${text}` : text
  const instant = new Date(`${full}Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(full)
}

/** A wall time moved by whole days and minutes, without regard to any change of the clock. */
export function shifted(value: WallTime, { days = 0, minutes = 0 }: { days?: number; minutes?: number }): WallTime {
  const instant = new Date(`${value}Z`)
  instant.setUTCMinutes(instant.getUTCMinutes() + minutes + days * 24 * 60)
  return instant.toISOString().slice(0, 16)
}

const format = (options: Intl.DateTimeFormatOptions) => {
  const made = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
  // Browsers write a narrow no-break space before AM and PM.
  return (text: string) => made.format(new Date(`${text}Z`)).replace(/\s/g, ' ')
}
const dayText = format({ weekday: 'short', month: 'short', day: 'numeric' })
const dayOfYearText = format({ weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' })
const timeText = format({ hour: 'numeric', minute: '2-digit' })

/** Nearer than this a day is known without its year, also when it is typed. */
const YEAR_IS_PLAIN_DAYS = 150

const isNear = (day: string, today: string): boolean =>
  Math.abs(Date.parse(day) - Date.parse(today.slice(0, 10))) < YEAR_IS_PLAIN_DAYS * 24 * 60 * 60 * 1000

/** "Fri, Dec 4, 2:30 PM", with the year when the day is far from today; '' of none. */
export function wallTimeText(kind: DateTimeKind, value: WallTime, today: string): string {
  if (!isWallTime(kind, value)) return ''
  if (kind === 'time') return timeText(`2000-01-01T${value}`)
  const full = kind === 'date' ? `${value}T00:00` : value
  const day = (isNear(dayOf(value), today) ? dayText : dayOfYearText)(full)
  return kind === 'date' ? day : `${day}, ${timeText(full)}`
}

const halfHours = timesEvery(30)

/** Times of day to choose from: every half hour, beginning with the working day. */
export const timesOfDay: readonly string[] = [...halfHours.slice(14), ...halfHours.slice(0, 14)]
