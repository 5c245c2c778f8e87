import { TZDate } from '@date-fns/tz'
import { addDays, addMonths, addWeeks, format, nextMonday, setHours, startOfHour } from 'date-fns'

/** Said when a snooze could not be saved and the server gave no reason (specification, business areas §8). */
export const SNOOZE_FAILED = 'Unable to snooze user.'

/** The hour at which a snooze ends unless somebody chooses another one. */
export const WAKING_HOUR = 9
/** The same as a field holds it. */
export const WAKING_TIME = '09:00'

/** Whether a lead is snoozed at that time. */
export const isSnoozed = (snoozedUntil: string | null, now: Date): boolean =>
  snoozedUntil !== null && Date.parse(snoozedUntil) > now.getTime()

/** "Nov 20th, 2026", where the agent is. */
export const snoozeDay = (until: string | Date, zone: string): string =>
  format(new TZDate(new Date(until), zone), 'MMM do, yyyy')

/** "Nov 20th, 2026 at 9:00 AM", where the agent is. */
export const snoozeTime = (until: string | Date, zone: string): string =>
  `${snoozeDay(until, zone)} at ${format(new TZDate(new Date(until), zone), 'h:mm a')}`

/** Said after a snooze (specification, business areas §8). */
export const snoozedSentence = (name: string, until: string | Date, zone: string): string =>
  `${name} has been snoozed until ${snoozeDay(until, zone)}.`

/** One of the days that are offered, in the order of their keys. */
export interface SnoozeChoice {
  label: string
  /** At the waking hour, in the agent's zone. */
  until: Date
}

/** What is offered to snooze until; the first one is the default, one day ahead. Of two for one day, such as on a Sunday, the first. */
export function snoozeChoices(now: Date, zone: string): readonly SnoozeChoice[] {
  const today = new TZDate(now, zone)
  const at = (day: Date) => new Date(startOfHour(setHours(day, WAKING_HOUR)).getTime())
  const choices = [
    { label: 'Tomorrow', until: at(addDays(today, 1)) },
    { label: 'In 3 days', until: at(addDays(today, 3)) },
    { label: 'Next week', until: at(nextMonday(today)) },
    { label: 'In 2 weeks', until: at(addWeeks(today, 2)) },
    { label: 'In a month', until: at(addMonths(today, 1)) },
  ]
  const firstOf = (until: Date) => choices.findIndex(each => each.until.getTime() === until.getTime())
  return choices.filter(({ until }, place) => firstOf(until) === place)
}

/** An instant as the call takes it: 'yyyy-MM-dd H:mm:ss' in UTC. */
export const snoozeUntilText = (until: Date): string => format(new TZDate(until, 'UTC'), 'yyyy-MM-dd H:mm:ss')

/** "Fri, Nov 20", where the agent is. */
export const choiceDay = (until: Date, zone: string): string => format(new TZDate(until, zone), 'EEE, MMM d')
