import { TZDate } from '@date-fns/tz'
import { addDays, addMonths, addWeeks, format, startOfDay, startOfMonth, startOfWeek } from 'date-fns'

/** The tabs of the screen, and the lists of the call. */
export const opportunityLists = ['today', 'week', 'month', 'calendar'] as const
export type OpportunityList = (typeof opportunityLists)[number]

/** Calendar days, both included, as yyyy-MM-dd. */
export interface DayRange {
  start: string
  end: string
}

/** A span of time: from `start` up to, not including, `end`. An open end has none. */
export interface Span {
  start: Date | null
  end: Date | null
}

const plain = (date: Date): Date => new Date(date.getTime())

/** The time that a list covers where the agent is: the day, the week from Monday, the month. A calendar list has no span of its own. */
export function spanOf(list: OpportunityList, now: Date, zone: string): Span {
  const local = new TZDate(now, zone)
  switch (list) {
    case 'today': {
      const start = startOfDay(local)
      return { start: plain(start), end: plain(startOfDay(addDays(start, 1))) }
    }
    case 'week': {
      const start = startOfWeek(local, { weekStartsOn: 1 })
      return { start: plain(start), end: plain(addWeeks(start, 1)) }
    }
    case 'month': {
      const start = startOfMonth(local)
      return { start: plain(start), end: plain(addMonths(start, 1)) }
    }
    case 'calendar':
      return { start: null, end: null }
  }
}

const longDay = (day: string): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return format(new Date(year, month - 1, date), 'MMM do, yyyy')
}

/** Title of the calendar tab: "Jan 1st, 2024 - Jan 7th, 2024" (specification, business areas §2). */
export const rangeTitle = ({ start, end }: DayRange): string => `${longDay(start)} - ${longDay(end)}`
