import { TZDate } from '@date-fns/tz'
import { addMonths, lightFormat } from 'date-fns'

const DAY = 'yyyy-MM-dd'

/** Which closed deals count for figures: days are the brokerage's own, whoever looks. */
export interface FigureDays {
  today: string
  /** January 1st of this year, and of the next. */
  yearStart: string
  nextYear: string
  /** The day after which closings belong to the past 12 months. */
  yearAgo: string
  /** The same of a year before: from when on, and up to which day of last year this year is compared. */
  lastYearStart: string
  lastYearToday: string
  twoYearsAgo: string
  /** The first days of the 12 months up to this one. */
  months: string[]
  /** When each of them ends: the instant at which the next one begins. */
  monthEnds: Date[]
}

/** The day that it is where the brokerage is: yyyy-MM-dd. */
export const todayIn = (now: Date, zone: string): string => lightFormat(new TZDate(now, zone), DAY)

/** The days by which figures are counted at an instant, where the brokerage is. */
export function figureDays(now: Date, zone: string): FigureDays {
  const here = new TZDate(now, zone)
  const year = here.getFullYear()
  const monthStart = new TZDate(year, here.getMonth(), 1, zone)
  return {
    today: todayIn(now, zone),
    yearStart: `${year}-01-01`,
    nextYear: `${year + 1}-01-01`,
    yearAgo: lightFormat(addMonths(here, -12), DAY),
    lastYearStart: `${year - 1}-01-01`,
    lastYearToday: lightFormat(addMonths(here, -12), DAY),
    twoYearsAgo: lightFormat(addMonths(here, -24), DAY),
    months: Array.from({ length: 12 }, (_, at) => lightFormat(addMonths(monthStart, at - 11), DAY)),
    monthEnds: Array.from({ length: 12 }, (_, at) => new Date(addMonths(monthStart, at - 10).getTime())),
  }
}
