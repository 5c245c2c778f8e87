import { TZDate } from '@date-fns/tz'
import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays'
import { format } from 'date-fns/format'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** The zone in which the brokerage lives when a person has none. */
export const DEFAULT_ZONE = 'America/Toronto'

/** An instant as a date in a zone. */
export const inZone = (instant: string | Date, zone = DEFAULT_ZONE): TZDate => new TZDate(new Date(instant), zone)

/** When somebody was last active: "now", "6 min", "3 h", "4 d", then the day. */
export function sinceShort(instant: string, now: Date, zone = DEFAULT_ZONE): string {
  const passed = now.getTime() - new Date(instant).getTime()
  if (passed < MINUTE) return 'now'
  if (passed < HOUR) return `${Math.floor(passed / MINUTE)} min`
  if (passed < 24 * HOUR) return `${Math.floor(passed / HOUR)} h`
  const days = Math.floor(passed / (24 * HOUR))
  return days < 31 ? `${days} d` : shortDay(instant, now, zone)
}

/** When somebody was contacted: "12 min ago", "1 h ago", "Today", "2 d ago", then the day. */
export function ago(instant: string, now: Date, zone = DEFAULT_ZONE): string {
  const passed = now.getTime() - new Date(instant).getTime()
  if (passed < MINUTE) return 'now'
  if (passed < HOUR) return `${Math.floor(passed / MINUTE)} min ago`
  if (passed < 6 * HOUR) return `${Math.floor(passed / HOUR)} h ago`
  const days = differenceInCalendarDays(inZone(now, zone), inZone(instant, zone))
  if (days <= 0) return 'Today'
  return days < 100 ? `${days} d ago` : shortDay(instant, now, zone)
}

/** "Nov 19", with the year when it is another one. */
export function shortDay(instant: string, now: Date, zone = DEFAULT_ZONE): string {
  const date = inZone(instant, zone)
  return format(date, date.getFullYear() === inZone(now, zone).getFullYear() ? 'MMM d' : 'MMM d, yyyy')
}

/** "9:41 AM". */
export const timeOfDay = (instant: string, zone = DEFAULT_ZONE): string => format(inZone(instant, zone), 'h:mm a')

/** "Nov 19, 2026 at 9:41 AM", for tooltips and screen readers. */
export const fullTime = (instant: string, zone = DEFAULT_ZONE): string =>
  format(inZone(instant, zone), "MMM d, yyyy 'at' h:mm a")

/** "Today", "Yesterday", "Tuesday, Nov 17": the ruled label of a timeline. */
export function dayLabel(instant: string, now: Date, zone = DEFAULT_ZONE): string {
  const date = inZone(instant, zone)
  const days = differenceInCalendarDays(inZone(now, zone), date)
  if (days === 0) return 'Today'
  if (days === 1) return 'Yesterday'
  return format(date, date.getFullYear() === inZone(now, zone).getFullYear() ? 'EEEE, MMM d' : 'EEEE, MMM d, yyyy')
}

/** "45 minutes", "2 hours 30 minutes", "1 day 4 hours". */
export function durationWords(minutes: number): string {
  const parts: [number, string][] = [
    [Math.floor(minutes / 1440), 'day'],
    [Math.floor((minutes % 1440) / 60), 'hour'],
    [Math.floor(minutes % 60), 'minute'],
  ]
  const words = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}${count === 1 ? '' : 's'}`)
  return words.join(' ') || '0 minutes'
}

/** A countdown: "4:05", "1:02:09". */
export function countdown(seconds: number): string {
  const left = Math.max(0, Math.floor(seconds))
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(left / 3600)
  const minutes = Math.floor((left % 3600) / 60)
  return hours > 0 ? `${hours}:${two(minutes)}:${two(left % 60)}` : `${minutes}:${two(left % 60)}`
}
