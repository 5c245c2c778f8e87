import { TZDate } from '@date-fns/tz'
import { addDays, addMonths, nextMonday, set, startOfDay, startOfMonth } from 'date-fns'
import type { AlertFrequency } from '../contract/alerts.ts'

/** What people call each frequency. */
export const frequencyLabels: Readonly<Record<AlertFrequency, string>> = {
  0: 'Off',
  1: 'Instant',
  2: 'Daily',
  3: 'Weekly',
  4: 'Monthly',
}

/** The frequencies, in the order in which they are offered. */
export const alertFrequencies: readonly AlertFrequency[] = [0, 1, 2, 3, 4]

/** The frequency of an alert that sends nothing by itself. */
export const OFF = 0

/** The hour of the lead's day at which alerts go out that are not instant. */
const HOUR = 8

/**
 * When what was found at a moment is sent: at once; at the next 8:00 in the lead's zone, of any day, of a Monday, or of the
 * first of a month. `null` for an alert that is off.
 */
export function nextDueAt(frequency: AlertFrequency, zone: string, found: Date): Date | null {
  if (frequency === 0) return null
  if (frequency === 1) return found
  const today = startOfDay(new TZDate(found, zone))
  const hourOf = (day: TZDate) => set(day, { hours: HOUR })
  const candidates: Record<2 | 3 | 4, readonly TZDate[]> = {
    2: [today, addDays(today, 1)],
    3: [...(today.getDay() === 1 ? [today] : []), nextMonday(today)],
    4: [startOfMonth(today), startOfMonth(addMonths(today, 1))],
  }
  const due = candidates[frequency].map(hourOf).find(moment => moment.getTime() > found.getTime())
  return due ? new Date(due.getTime()) : null
}
