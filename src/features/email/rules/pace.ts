import { TZDate } from '@date-fns/tz'
import { addDays, format, startOfDay } from 'date-fns'

/** For so long an e-mail to one lead can be taken back. */
export const UNDO_SECONDS = 10

/** How fast one account sends. */
export interface Pace {
  perMinute: number
  perDay: number
  /** In which zone its days begin. */
  zone: string
}

/** What an account is already to send: by day (yyyy-MM-dd), and when the last of it goes. */
export interface Load {
  days: ReadonlyMap<string, number>
  last: Date | null
}

/** At this hour a day goes on that was full before. */
const MORNING = 9

const dayOf = (at: Date, zone: string): string => format(new TZDate(at, zone), 'yyyy-MM-dd')

const morningAfter = (at: Date, zone: string): Date => {
  const day = addDays(startOfDay(new TZDate(at, zone)), 1)
  return new Date(new TZDate(day.getFullYear(), day.getMonth(), day.getDate(), MORNING, 0, 0, zone).getTime())
}

/**
 * When each of so many e-mails goes out: one after the other, behind what the account already has, and never more a day than its
 * budget; the rest goes on in the morning of the next day.
 */
export function slotsFor(count: number, from: Date, { perMinute, perDay, zone }: Pace, load: Load): Date[] {
  const step = 60_000 / perMinute
  const days = new Map(load.days)
  let at = new Date(Math.max(from.getTime(), load.last ? load.last.getTime() + step : 0))
  return Array.from({ length: count }, () => {
    while ((days.get(dayOf(at, zone)) ?? 0) >= perDay) at = morningAfter(at, zone)
    const slot = at
    days.set(dayOf(slot, zone), (days.get(dayOf(slot, zone)) ?? 0) + 1)
    at = new Date(slot.getTime() + step)
    return slot
  })
}
