import { TZDate } from '@date-fns/tz'
import { addDays, format, startOfDay } from 'date-fns'

/** The hours of one weekday, ISO: 1 is Monday. Times as HH:mm, in the zone of whoever is written to. */
export interface OpenHours {
  channel: string
  weekday: number
  opens: string
  closes: string
}

/** When messages may go out; a weekday without a row is closed. On holidays (yyyy-MM-dd) the hours of Sundays hold. */
export interface HoursTable {
  hours: readonly OpenHours[]
  holidays: ReadonlySet<string>
}

const SUNDAY = 7
/** A table that is closed for longer than this never opens. */
const MAX_DAYS = 14

/**
 * When something may go out on a channel: now, or when the hours begin. A channel without any hours is open all day. `null` when it
 * never opens.
 */
export function openFrom(channel: string, { hours, holidays }: HoursTable, zone: string, now: Date): Date | null {
  const own = hours.filter(row => row.channel === channel)
  if (own.length === 0) return now
  const today = startOfDay(new TZDate(now, zone))
  for (let ahead = 0; ahead <= MAX_DAYS; ahead++) {
    const day = addDays(today, ahead)
    const weekday = holidays.has(format(day, 'yyyy-MM-dd')) ? SUNDAY : Number(format(day, 'i'))
    const row = own.find(one => one.weekday === weekday)
    if (!row) continue
    if (now.getTime() >= at(day, row.closes).getTime()) continue
    return new Date(Math.max(now.getTime(), at(day, row.opens).getTime()))
  }
  return null
}

function at(day: TZDate, time: string): TZDate {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return new TZDate(day.getFullYear(), day.getMonth(), day.getDate(), hours, minutes, 0, day.timeZone ?? 'UTC')
}

/** "9:00 AM" on the same day, "Sat 10:00 AM" on another. */
export function openingText(until: Date, zone: string, now: Date): string {
  const [opening, today] = [new TZDate(until, zone), new TZDate(now, zone)]
  const isToday = format(opening, 'yyyy-MM-dd') === format(today, 'yyyy-MM-dd')
  return format(opening, isToday ? 'h:mm a' : 'EEE h:mm a')
}
