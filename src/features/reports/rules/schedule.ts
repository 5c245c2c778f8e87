import { clockText, weekdayName } from '../../../platform/wire/clock.ts'
import { dayAfter, instantAt, wallClock, weekdayOf } from '../../../platform/wire/days.ts'
import { type Length, lastWhole } from './lengths.ts'
import type { Period } from './period.ts'

/** How often a report is sent. */
export const rhythms = ['week', 'month'] as const
export type Rhythm = (typeof rhythms)[number]

/** When a report is sent: on a day of the week (Monday is 1) or of the month, at a full hour where the brokerage is. */
export interface Schedule {
  every: Rhythm
  day: number
  hour: number
}

/** The highest day that a rhythm takes; a month that has no such day takes its last one. */
export const MAX_DAY: Readonly<Record<Rhythm, number>> = { week: 7, month: 31 }

/** A report that was not sent at its time is sent within so many days, and not at all afterwards. */
const LATE_DAYS = 2

const isLastOfMonth = (day: string): boolean => dayAfter(day, 1).endsWith('-01')

function isOn({ every, day }: Schedule, date: string): boolean {
  if (every === 'week') return weekdayOf(date) === day
  const ofMonth = Number(date.slice(8))
  return ofMonth === day || (ofMonth < day && isLastOfMonth(date))
}

/** The day of the sending that is due (yyyy-MM-dd); `null` when none is. What lies before the schedule was made is never due. */
export function dueDay(schedule: Schedule & { since: Date }, zone: string, now: Date): string | null {
  const { day: today } = wallClock(now, zone)
  for (let back = 0; back <= LATE_DAYS; back++) {
    const day = dayAfter(today, -back)
    const at = instantAt(day, `${schedule.hour}:00`, zone)
    if (isOn(schedule, day) && at <= now) return at > schedule.since ? day : null
  }
  return null
}

/** Which days a report is about when it is sent: those that were chosen, or the last whole period of its length. */
export const reportedDays = (chosen: Length | Period, day: string): Period =>
  typeof chosen === 'string' ? lastWhole(chosen, day) : chosen

/** What the days of a rhythm are called, from 1 on. */
export const dayNames: Readonly<Record<Rhythm, readonly string[]>> = {
  week: Array.from({ length: MAX_DAY.week }, (_, index) => weekdayName(index + 1)),
  month: Array.from({ length: MAX_DAY.month }, (_, index) =>
    index + 1 === MAX_DAY.month ? 'The last day' : `Day ${index + 1}`,
  ),
}

/** "8:00 AM". */
export const hourText = (hour: number): string => clockText(`${hour}:00`)

/** "Every Monday at 8:00 AM", "Every month on day 1 at 8:00 AM". */
export function scheduleText({ every, day, hour }: Schedule): string {
  const name = dayNames[every][day - 1] ?? ''
  const on = every === 'week' ? `Every ${name}` : `Every month on ${name.charAt(0).toLowerCase()}${name.slice(1)}`
  return `${on} at ${hourText(hour)}`
}
