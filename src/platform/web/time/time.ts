import { ownRegion } from '../region.ts'
import { ownZone } from './ownZone.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const formats = new Map<string, Intl.DateTimeFormat>()

/** Formatters are slow to make and quick to use, and lists use them for every cell. */
function formatOf(zone: string, name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${zone} ${name}`
  const known = formats.get(key) ?? new Intl.DateTimeFormat('en-US', { ...options, timeZone: zone })
  formats.set(key, known)
  return known
}

const dayIn = (zone: string) => formatOf(zone, 'day', { month: 'short', day: 'numeric' })
const dayOfYearIn = (zone: string) => formatOf(zone, 'year', { month: 'short', day: 'numeric', year: 'numeric' })
const clockIn = (zone: string) => formatOf(zone, 'clock', { hour: 'numeric', minute: '2-digit' })
const weekdayIn = (zone: string) => formatOf(zone, 'weekday', { weekday: 'long' })
const isoIn = (zone: string) => formatOf(zone, 'iso', { year: 'numeric', month: '2-digit', day: '2-digit' })

/** The day of an instant in a zone, as yyyy-MM-dd. */
export function isoDay(instant: string | Date, zone = ownRegion().zone): string {
  const parts = isoIn(zone).formatToParts(new Date(instant))
  const part = (type: string) => parts.find(known => known.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}`
}

const dayNumber = (instant: string | Date, zone: string): number => Date.parse(isoDay(instant, zone)) / DAY

const yearOf = (instant: string | Date, zone: string) => dayOfYearIn(zone).format(new Date(instant)).slice(-4)

/** Whole calendar days from an instant to now, in a zone. */
export const daysSince = (instant: string, now: Date, zone = ownRegion().zone): number =>
  dayNumber(now, zone) - dayNumber(instant, zone)

/** When somebody was last active: "now", "6 min", "3 h", "4 d", then the day. */
export function sinceShort(instant: string, now: Date, zone = ownRegion().zone): string {
  const passed = now.getTime() - new Date(instant).getTime()
  if (passed < MINUTE) return 'now'
  if (passed < HOUR) return `${Math.floor(passed / MINUTE)} min`
  if (passed < DAY) return `${Math.floor(passed / HOUR)} h`
  const days = Math.floor(passed / DAY)
  return days < 31 ? `${days} d` : shortDay(instant, now, zone)
}

/** When somebody was contacted: "12 min ago", "1 h ago", "Today", "2 d ago", then the day. */
export function ago(instant: string, now: Date, zone = ownRegion().zone): string {
  const passed = now.getTime() - new Date(instant).getTime()
  if (passed < MINUTE) return 'now'
  if (passed < HOUR) return `${Math.floor(passed / MINUTE)} min ago`
  if (passed < 6 * HOUR) return `${Math.floor(passed / HOUR)} h ago`
  const days = daysSince(instant, now, zone)
  if (days <= 0) return 'Today'
  return days < 100 ? `${days} d ago` : shortDay(instant, now, zone)
}

/** "Nov 19", with the year when it is another one. */
export function shortDay(instant: string, now: Date, zone = ownRegion().zone): string {
  const format = yearOf(instant, zone) === yearOf(now, zone) ? dayIn(zone) : dayOfYearIn(zone)
  return format.format(new Date(instant))
}

/** "Mar 1, 2027", of a day without a time (yyyy-MM-dd), which is the same day in every zone. */
export const calendarDay = (day: string): string => dayOfYearIn('UTC').format(new Date(`${day}T00:00Z`))

/** "9:41 AM". */
export const timeOfDay = (instant: string, zone = ownRegion().zone): string =>
  // Browsers write a narrow no-break space before AM and PM.
  clockIn(zone).format(new Date(instant)).replace(/\s/g, ' ')

/** "Nov 19, 2026 at 9:41 AM", for tooltips and screen readers. */
export const fullTime = (instant: string, zone = ownRegion().zone): string =>
  `${dayOfYearIn(zone).format(new Date(instant))} at ${timeOfDay(instant, zone)}`

/** "Today", "Yesterday", "Tuesday, Nov 17": the ruled label of a timeline. */
export function dayLabel(instant: string, now: Date, zone = ownRegion().zone): string {
  const days = daysSince(instant, now, zone)
  if (days === 0) return 'Today'
  if (days === 1) return 'Yesterday'
  return `${weekdayIn(zone).format(new Date(instant))}, ${shortDay(instant, now, zone)}`
}

/** The same inside a sentence: "today", "yesterday", "Tuesday, Nov 17". */
export function dayInSentence(instant: string, now: Date, zone = ownRegion().zone): string {
  const label = dayLabel(instant, now, zone)
  return label.includes(',') ? label : label.toLowerCase()
}

/** "45 minutes", "2 hours 30 minutes", "1 day 4 hours". */
export function formatDuration(minutes: number): string {
  const parts: [number, string][] = [
    [Math.floor(minutes / 1440), 'day'],
    [Math.floor((minutes % 1440) / 60), 'hour'],
    [Math.floor(minutes % 60), 'minute'],
  ]
  const text = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}${count === 1 ? '' : 's'}`)
  return text.join(' ') || '0 minutes'
}

const clock24In = (zone: string) => formatOf(zone, 'clock24', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** Now where the person works, or in another zone, as a field for date and time holds it. */
export function localNow(now = new Date(), zone = ownZone()): string {
  return `${isoDay(now, zone)}T${clock24In(zone).format(now)}`
}
