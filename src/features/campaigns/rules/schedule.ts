import { tzOffset } from '@date-fns/tz'

/** Units in which a delay is given. */
export const delayPeriods = ['minute', 'hour', 'day', 'week', 'month'] as const
export type DelayPeriod = (typeof delayPeriods)[number]

/** Units in which a step repeats. */
export const recurringPeriods = ['day', 'week', 'month', 'year'] as const
export type RecurringPeriod = (typeof recurringPeriods)[number]

/** When a step is due after the one before it. */
export interface StepTiming {
  /** `null` of the first step. */
  delay_value: number | null
  delay_period: DelayPeriod
  /** `immediately`, `time_of_day` (the same time of day as the start), or HH:mm; `null` like `immediately`. */
  execute_at: string | null
  recurring: boolean | null
  recurring_value: number | null
  recurring_period: RecurringPeriod | null
}

/** Delays of minutes and hours are exact: neither a time of day nor a repetition goes with them. */
export const isExact = (period: DelayPeriod): boolean => period === 'minute' || period === 'hour'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** A local date and time without a zone, as milliseconds that read like UTC. */
type WallClock = number

const isZone = (zone: string): boolean => !Number.isNaN(tzOffset(zone, new Date(0)))

/** The zone itself, or `fallback` where it is not one that is known. */
export const knownZone = (zone: string, fallback: string): string => (isZone(zone) ? zone : fallback)

const offsetMs = (zone: string, at: number): number => tzOffset(zone, new Date(at)) * MINUTE_MS

const wallClockAt = (instant: Date, zone: string): WallClock => instant.getTime() + offsetMs(zone, instant.getTime())

/**
 * The instant at which clocks in a zone show a time. A time that a day lacks is that much later (02:30 is 03:30 then); one that it
 * has twice is the first.
 */
function instantOf(clock: WallClock, zone: string): Date {
  const before = offsetMs(zone, clock - DAY_MS)
  const after = offsetMs(zone, clock + DAY_MS)
  if (offsetMs(zone, clock - before) === before) return new Date(clock - before)
  if (offsetMs(zone, clock - after) === after) return new Date(clock - after)
  return new Date(clock - before)
}

const startOfDay = (clock: WallClock): WallClock => Math.floor(clock / DAY_MS) * DAY_MS
const timeOf = (clock: WallClock): number => clock - startOfDay(clock)

/** The same day so many units later; the 31st is the last day of a shorter month. */
function dayAfter(day: WallClock, count: number, unit: 'day' | 'week' | 'month' | 'year'): WallClock {
  if (unit === 'day' || unit === 'week') return day + count * (unit === 'week' ? 7 : 1) * DAY_MS
  const date = new Date(day)
  const months = date.getUTCFullYear() * 12 + date.getUTCMonth() + count * (unit === 'year' ? 12 : 1)
  const [year, month] = [Math.floor(months / 12), months % 12]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay))
}

/** Milliseconds into the day at which a step is carried out; what it was before, where it says nothing. */
function executionTime(execute_at: string | null, { start, zone }: Pick<Place, 'start' | 'zone'>, own: number): number {
  if (execute_at === 'time_of_day') return timeOf(wallClockAt(start, zone))
  if (execute_at === null || execute_at === 'immediately') return own
  const [hours = 0, minutes = 0] = execute_at.split(':').map(Number)
  return (hours * 60 + minutes) * MINUTE_MS
}

/** From where a step counts. */
export interface Place {
  /** When the step before it ran; the start, of the first one. */
  base: Date
  /** When the campaign was started on the lead. */
  start: Date
  /** Of the lead. */
  zone: string
}

/** When a step is due. A time of day that has passed already is that of the next day. */
export function plannedAt(step: StepTiming, { base, start, zone }: Place): Date {
  const delay = step.delay_value ?? 0
  const { delay_period } = step
  if (delay_period === 'minute' || delay_period === 'hour')
    return new Date(base.getTime() + delay * (delay_period === 'hour' ? 60 : 1) * MINUTE_MS)
  const clock = wallClockAt(base, zone)
  const time = executionTime(step.execute_at, { start, zone }, timeOf(clock))
  if (delay === 0 && time === timeOf(clock)) return base
  const day = dayAfter(startOfDay(clock), delay, delay_period)
  const at = instantOf(day + time, zone)
  return at.getTime() < base.getTime() ? instantOf(dayAfter(day, 1, 'day') + time, zone) : at
}

/** What of a step and its first run decides about its repetitions. */
export interface Repetition {
  /** When the first one was due: all others are counted from it, so that the 31st is the 31st again after a shorter month. */
  anchor: Date
  start: Date
  zone: string
}

const daysOf: Readonly<Record<RecurringPeriod, number>> = { day: 1, week: 7, month: 31, year: 366 }

/**
 * The next repetition after an instant: those that would have been before it are left out instead of made up for. `null` of a step that
 * does not repeat.
 */
export function nextRepetition(step: StepTiming, { anchor, start, zone }: Repetition, after: Date): Date | null {
  const { recurring, recurring_value: every, recurring_period } = step
  if (!recurring || isExact(step.delay_period) || !every) return null
  const period = recurring_period ?? 'month'
  const clock = wallClockAt(anchor, zone)
  const time = executionTime(step.execute_at, { start, zone }, timeOf(clock))
  const passed = (after.getTime() - anchor.getTime()) / DAY_MS
  for (let turn = Math.max(1, Math.floor(passed / (daysOf[period] * every)) - 1); ; turn++) {
    const at = instantOf(dayAfter(startOfDay(clock), turn * every, period) + time, zone)
    if (at.getTime() > after.getTime()) return at
  }
}

/** A step that runs later than this counts as late: what follows counts from when it ran, so that nothing bunches. */
const LATE_MS = 60 * MINUTE_MS
const EXACT_LATE_MS = 2 * MINUTE_MS

/** From when the delay of the next step counts: from when this one was due, unless it ran at quite another time. */
export function baseOfNext(next: Pick<StepTiming, 'delay_period'>, planned: Date, ran: Date): Date {
  const limit = isExact(next.delay_period) ? EXACT_LATE_MS : LATE_MS
  return Math.abs(ran.getTime() - planned.getTime()) > limit ? ran : planned
}

/** When a calendar day, such as 2026-12-01, begins in a zone. */
export const startOfDayIn = (day: string, zone: string): Date => instantOf(Date.parse(`${day}T00:00:00Z`), zone)

/** The same local time on the next day. */
export function sameTimeTomorrow(at: Date, zone: string): Date {
  const clock = wallClockAt(at, zone)
  return instantOf(dayAfter(startOfDay(clock), 1, 'day') + timeOf(clock), zone)
}

/** The calendar day of an instant, as a number that is the same all day long. */
export const localDay = (at: Date, zone: string): number => startOfDay(wallClockAt(at, zone))
