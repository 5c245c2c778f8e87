import { TZDate } from '@date-fns/tz'
import { plannedAt } from '../../campaigns/rules/schedule.ts'
import type { WaitPeriod } from './definition.ts'

/** "1 day", "10 minutes". */
export const formatDuration = (value: number, period: WaitPeriod): string =>
  `${value} ${period}${value === 1 ? '' : 's'}`

/** How long a step waits. */
export interface Wait {
  value: number
  period: WaitPeriod
  /** HH:mm in the lead's zone; `null` keeps the time of day. */
  at: string | null
}

/** When a wait is over that begins at `from`, in the lead's zone: days are calendar days, minutes and hours are exact. */
export const waitEnd = ({ value, period, at }: Wait, from: Date, zone: string): Date =>
  plannedAt(
    {
      delay_value: value,
      delay_period: period,
      execute_at: at,
      recurring: null,
      recurring_value: null,
      recurring_period: null,
    },
    { base: from, start: from, zone },
  )

/**
 * When a date of a lead is reached, so many days before or after it and at a time of day (HH:mm) in their zone. A date is a day of the
 * calendar (yyyy-MM-dd), or an instant, whose day is the one in that zone.
 */
export function dayReachedAt(
  date: string | Date,
  { offset_days, time, zone }: { offset_days: number; time: string; zone: string },
): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const local = date instanceof Date ? new TZDate(date, zone) : new Date(`${date}T00:00:00`)
  const [year, month, day] = [local.getFullYear(), local.getMonth(), local.getDate()]
  return new Date(new TZDate(year, month, day + offset_days, hours, minutes, zone).getTime())
}
