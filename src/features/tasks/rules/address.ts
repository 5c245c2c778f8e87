import { TZDate } from '@date-fns/tz'
import {
  addDays,
  addMonths,
  differenceInCalendarDays,
  endOfMonth,
  endOfWeek,
  format,
  isSameMonth,
  lightFormat,
  startOfMonth,
  startOfWeek,
} from 'date-fns'
import { isCalendarDate } from '../../../platform/wire/fields.ts'
import type { TaskFilters } from '../contract.ts'
import { type TaskList, type TaskType, taskLists, taskTypes } from './tasks.ts'

/** Days of the calendar tab, both included. */
export interface DayRange {
  from: string
  to: string
}

/** What the address of the tasks screen says. */
export interface TasksAddress {
  tab: TaskList
  types: readonly TaskType[]
  /** Whether done tasks are shown beside the open ones; by the tab's own habit when not said. */
  done: boolean | null
  /** The range of the calendar tab; without one there is no such tab. */
  range: DayRange | null
}

const oneOf = <Value extends string>(values: readonly Value[], given: unknown): Value | null =>
  values.find(value => value === given) ?? null

/** Reads the address; what it does not understand is left out. */
export function readAddress(search: Record<string, unknown>): TasksAddress {
  const { tab, type, done, from, to } = search
  const range =
    typeof from === 'string' && typeof to === 'string' && isCalendarDate(from) && isCalendarDate(to) && from <= to
      ? { from, to }
      : null
  const asked = oneOf(taskLists, tab) ?? 'today'
  return {
    tab: asked === 'calendar' && !range ? 'today' : asked,
    types: String(type ?? '')
      .split(',')
      .flatMap(name => oneOf(taskTypes, name) ?? []),
    done: done === undefined ? null : Number(done) === 1,
    range,
  }
}

/** The address, without what is as it always is. */
export const writeAddress = ({ tab, types, done, range }: TasksAddress): Record<string, string | number> => ({
  ...(tab === 'today' ? {} : { tab }),
  ...(types.length > 0 ? { type: types.join(',') } : {}),
  ...(done === null ? {} : { done: Number(done) }),
  ...(range ? { from: range.from, to: range.to } : {}),
})

/** Today and a calendar show what was done as well; the others are for work. */
export const showsDone = ({ tab, done }: Pick<TasksAddress, 'tab' | 'done'>): boolean =>
  done ?? (tab === 'today' || tab === 'calendar')

/** What is asked of the server. */
export function filtersOf(address: TasksAddress): TaskFilters {
  const { tab, types, range } = address
  return {
    ...(types.length > 0 ? { type: [...types] } : {}),
    ...(showsDone(address) ? { with_completed: true } : {}),
    ...(tab === 'calendar' && range ? { dateStart: range.from, dateEnd: range.to } : {}),
  }
}

const day = (date: Date) => lightFormat(date, 'yyyy-MM-dd')
const local = (iso: string) => new Date(`${iso}T00:00:00`)

/** "Nov 16th, 2026 - Nov 22nd, 2026", as the calendar tab is titled. */
export const rangeTitle = ({ from, to }: DayRange): string =>
  [...new Set([from, to])].map(day => format(local(day), 'MMM do, yyyy')).join(' - ')

/** The days that a calendar shows at once. */
export type CalendarView = 'month' | 'week' | 'day'

const days = (start: Date, end: Date): DayRange => ({ from: day(start), to: day(end) })

const weekAround = (at: Date) => days(startOfWeek(at, { weekStartsOn: 1 }), endOfWeek(at, { weekStartsOn: 1 }))

/** The week around an instant, Monday to Sunday. */
export const weekOf = (now: Date, zone: string): DayRange => weekAround(new TZDate(now, zone))

/** The month, week or day that holds a day. */
export function rangeFor(view: CalendarView, iso: string): DayRange {
  const at = local(iso)
  if (view === 'day') return { from: iso, to: iso }
  return view === 'week' ? weekAround(at) : days(startOfMonth(at), endOfMonth(at))
}

const lengthOf = ({ from, to }: DayRange): number => differenceInCalendarDays(local(to), local(from)) + 1

/** What kind of range it is, by how long it is. */
export function viewOf(range: DayRange): CalendarView {
  const length = lengthOf(range)
  return length === 1 ? 'day' : length <= 7 ? 'week' : 'month'
}

const isMonth = (range: DayRange): boolean => {
  const whole = rangeFor('month', range.from)
  return whole.from === range.from && whole.to === range.to
}

/** The range before or after: by months when it is one, by its own length otherwise. */
export function shiftRange(range: DayRange, step: -1 | 1): DayRange {
  if (isMonth(range)) return rangeFor('month', day(addMonths(local(range.from), step)))
  const by = lengthOf(range) * step
  return days(addDays(local(range.from), by), addDays(local(range.to), by))
}

/** "Nov 16 to 22", "Nov 30 to Dec 6", "November 2026": short, beside the arrows. */
export function shortTitle(range: DayRange): string {
  const [first, last] = [local(range.from), local(range.to)]
  if (isMonth(range)) return format(first, 'MMMM yyyy')
  if (range.from === range.to) return format(first, 'EEEE, MMM d')
  return `${format(first, 'MMM d')} to ${format(last, isSameMonth(first, last) ? 'd' : 'MMM d')}`
}

/** The day after the last one, where calendars end. */
export const dayAfter = (iso: string): string => day(addDays(local(iso), 1))
