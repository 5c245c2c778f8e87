import { tzOffset } from '@date-fns/tz'
import { minutesOf } from '../../../platform/wire/clock.ts'
import { dayAfter, weekdayOf } from '../../../platform/wire/days.ts'
import { dayIn } from '../../quotas/rules/limits.ts'

/** When happy hour is held: days and minutes on a clock, which each agent reads where they work. */
export interface Schedule {
  /** ISO: 1 is Monday. */
  weekdays: readonly number[]
  /** `HH:mm`; `24:00` is the end of the day. */
  start: string
  end: string
}

/** One evening of it. */
export interface HappyHourWindow {
  /** yyyy-MM-dd on the clock that it was planned by. */
  day: string
  start: Date
  end: Date
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** Within as many days a planned weekday comes round, even where the change of a clock swallows one window. */
const DAYS_AHEAD = 8

const midnightUtc = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/**
 * The first instant of a day at which the clock shows these minutes or more. Where the clock is put back and shows a time
 * twice, the first of the two; where it jumps over it, the moment of the jump.
 */
function firstInstant(day: string, minutes: number, zone: string): Date {
  const shown = midnightUtc(day) + minutes * MINUTE
  const offsetAt = (time: number): number => tzOffset(zone, new Date(time)) * MINUTE
  const [before, after] = [offsetAt(shown - DAY), offsetAt(shown + DAY)]
  if (offsetAt(shown - before) === before) return new Date(shown - before)
  if (offsetAt(shown - after) === after) return new Date(shown - after)
  let [early, late] = [shown - after, shown - before]
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2)
    if (offsetAt(middle) === after) late = middle
    else early = middle
  }
  return new Date(late)
}

/** The window of a day; `null` when none is planned, or a change of the clock leaves nothing of it. */
function windowOfDay({ weekdays, start, end }: Schedule, day: string, zone: string): HappyHourWindow | null {
  if (!weekdays.includes(weekdayOf(day))) return null
  const window = {
    day,
    start: firstInstant(day, minutesOf(start), zone),
    end: firstInstant(day, minutesOf(end), zone),
  }
  return window.start < window.end ? window : null
}

/** The window that is open, on a clock in this zone; `null` when none is. */
export function windowAt(schedule: Schedule, now: Date, zone: string): HappyHourWindow | null {
  const window = windowOfDay(schedule, dayIn(now, zone), zone)
  return window && window.start <= now && now < window.end ? window : null
}

/** The next window that has not begun; `null` when no day is planned. */
export function windowAfter(schedule: Schedule, now: Date, zone: string): HappyHourWindow | null {
  const today = dayIn(now, zone)
  for (let days = 0; days <= DAYS_AHEAD; days++) {
    const window = windowOfDay(schedule, dayAfter(today, days), zone)
    if (window && window.start > now) return window
  }
  return null
}

/** The window that is open; the next one otherwise. */
export const windowNear = (schedule: Schedule, now: Date, zone: string): HappyHourWindow | null =>
  windowAt(schedule, now, zone) ?? windowAfter(schedule, now, zone)
