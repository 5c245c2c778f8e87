import { TZDate } from '@date-fns/tz'
import { addDays, addMonths, addWeeks, addYears, isWeekend, startOfDay, subMinutes } from 'date-fns'
import { dayEnd, dayStart } from '../../../platform/wire/days.ts'

/** Every type of task, with what people call it. */
export const taskTypeLabels = {
  phone_call: 'Call',
  manual_text: 'Text',
  manual_email: 'Email',
  reminder: 'Reminder',
  auto_email: 'Auto email',
  auto_text: 'Auto text',
} as const
export type TaskType = keyof typeof taskTypeLabels

export const taskTypes = Object.keys(taskTypeLabels) as [TaskType, ...TaskType[]]
/** Those that a person may create. */
export const creatableTypes = ['phone_call', 'manual_text', 'manual_email', 'reminder'] as const

/** By which channel a task is done (specification, Task: action mapping); reminders have none. */
export function actionOf(type: TaskType): 'email' | 'message' | 'call' | null {
  if (type === 'auto_email' || type === 'manual_email') return 'email'
  if (type === 'auto_text' || type === 'manual_text') return 'message'
  return type === 'phone_call' ? 'call' : null
}

/** The product does it by itself at its time. */
export const isAutomatic = (type: TaskType): boolean => type === 'auto_email' || type === 'auto_text'

/** The lists of the tasks screen; `calendar` holds whatever its range says. */
export const taskLists = ['today', 'overdue', 'future', 'calendar'] as const
export type TaskList = (typeof taskLists)[number]
/** The one list, beside the calendar, in which a task stands. */
export type Bucket = Exclude<TaskList, 'calendar'>

/** A deleted task can be brought back for so long. */
export const RESTORE_MINUTES = 10
/** A reminder is worth showing for so long after it was due. */
export const REMINDER_SHOWN_MINUTES = 15

/** An instant from which on, and one before which. */
export interface Span {
  start: Date
  end: Date
}

/** The calendar day of an instant in a zone; 23 or 25 hours long when clocks change. */
export function dayOf(instant: Date, zone: string): Span {
  const start = startOfDay(new TZDate(instant, zone))
  return { start: plain(start), end: plain(startOfDay(addDays(start, 1))) }
}

/** The days from one calendar day to another, both included, in a zone. */
export function daysBetween(first: string, last: string, zone: string): Span {
  return {
    start: dayStart(first, zone),
    end: dayEnd(last, zone),
  }
}

const plain = (date: Date): Date => new Date(date.getTime())

/** The list of a task: its day against today in the agent's zone. Without a time it is today's until it is done. */
export function bucketOf(scheduledAt: string | Date | null, now: Date, zone: string): Bucket {
  if (scheduledAt === null) return 'today'
  const at = new Date(scheduledAt).getTime()
  const today = dayOf(now, zone)
  if (at < today.start.getTime()) return 'overdue'
  return at < today.end.getTime() ? 'today' : 'future'
}

/** When the lists of a window that stays open must be asked for again. */
export const nextMidnight = (now: Date, zone: string): Date => dayOf(now, zone).end

export const repeats = ['daily', 'weekdays', 'weekly', 'monthly', 'yearly'] as const
export type Repeat = (typeof repeats)[number]

export const repeatLabels: Record<Repeat, string> = {
  daily: 'Every day',
  weekdays: 'Every weekday',
  weekly: 'Every week',
  monthly: 'Every month',
  yearly: 'Every year',
}

const DAY_MS = 86_400_000

/** How many units of a repetition have surely passed; the search for the next begins there. */
const passedAtLeast: Record<Repeat, (ms: number) => number> = {
  daily: ms => Math.floor(ms / DAY_MS) - 1,
  weekdays: ms => Math.floor(ms / DAY_MS) - 1,
  weekly: ms => Math.floor(ms / (7 * DAY_MS)) - 1,
  monthly: ms => Math.floor(ms / (31 * DAY_MS)) - 1,
  yearly: ms => Math.floor(ms / (366 * DAY_MS)) - 1,
}

const occurrence: Record<Repeat, (first: TZDate, count: number) => Date> = {
  daily: addDays,
  weekdays: addDays,
  weekly: addWeeks,
  monthly: addMonths,
  yearly: addYears,
}

interface Series {
  repeat: Repeat
  /** When the first one was due; all others are counted from it. */
  first: Date
  zone: string
}

/**
 * The next of a series after an instant. The local hour stays over changes of the clock; an hour that a day lacks becomes
 * the one after it on that day only, as the 31st becomes the last day of a shorter month.
 */
export function nextOccurrence({ repeat, first, zone }: Series, after: Date): Date {
  const start = new TZDate(first, zone)
  let count = Math.max(0, passedAtLeast[repeat](after.getTime() - first.getTime()))
  for (;;) {
    const candidate = occurrence[repeat](start, count)
    if (candidate.getTime() > after.getTime() && !(repeat === 'weekdays' && isWeekend(candidate)))
      return plain(candidate)
    count += 1
  }
}

/** When somebody is reminded of a task; `null` when it has no time or wants no reminder. */
export function reminderInstant(task: { scheduled_at: string | null; reminder_minutes: number | null }): Date | null {
  if (task.scheduled_at === null || task.reminder_minutes === null) return null
  return subMinutes(new Date(task.scheduled_at), task.reminder_minutes)
}

const MORNING_HOUR = 9

/** A task's time on another calendar day (yyyy-MM-dd) in a zone: its hour stays; what had no time gets the morning. */
export function onDay(scheduledAt: string | null, day: string, zone: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const clock = scheduledAt === null ? null : new TZDate(scheduledAt, zone)
  const [hours, minutes] = clock ? [clock.getHours(), clock.getMinutes()] : [MORNING_HOUR, 0]
  return plain(new TZDate(year, month - 1, date, hours, minutes, zone)).toISOString()
}

/** The headings of a day's tasks, in their order. */
export const dayParts = ['No time', 'Morning', 'Afternoon', 'Evening'] as const
export type DayPart = (typeof dayParts)[number]

/** Morning before 12:00, afternoon to 16:59, evening from 17:00. */
export function dayPartOf(scheduledAt: string | null, zone: string): DayPart {
  if (scheduledAt === null) return 'No time'
  const hour = new TZDate(scheduledAt, zone).getHours()
  if (hour < 12) return 'Morning'
  return hour < 17 ? 'Afternoon' : 'Evening'
}

/**
 * The tasks of a lead as its page shows them: what is open by the time at which it is due, the soonest first, then what is
 * done as the call answers it, newest first. A task without a time is due now.
 */
export function openFirst<Each extends { completed: boolean; scheduled_at: string | null }>(
  tasks: readonly Each[],
): { open: Each[]; done: Each[] } {
  return {
    open: tasks
      .filter(task => !task.completed)
      .toSorted((one, other) => (one.scheduled_at ?? '').localeCompare(other.scheduled_at ?? '')),
    done: tasks.filter(task => task.completed),
  }
}
