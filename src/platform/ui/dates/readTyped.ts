import * as english from 'chrono-node/en'
import * as french from 'chrono-node/fr'
import { type DateTimeKind, isWallTime, shifted, type WallTime, wallTime } from './wallTime.ts'

/** How a typed date or time is to be understood. */
export interface Reading {
  kind: DateTimeKind
  /** Now, as a wall time with day and time in the zone of the field. */
  now: WallTime
  /** Which of two possible days is meant when a person types "Friday". */
  prefers: 'future' | 'past'
  /** The time of day of a day that is typed without one. */
  usualTime: string
}

const MAX_TYPED = 80
/** "At 3" is in the afternoon; "at 7" and "03:00" are what they say. */
const NO_MEETINGS_BEFORE = 7

/**
 * What a person typed into a field for date and time: "tomorrow 3pm", "in 2 weeks", "Dec 4 14:30", "demain 15h", "530p".
 * `null` when it says no such thing.
 */
export function readTyped(typed: string, reading: Reading): WallTime | null {
  const text = typed.trim().slice(0, MAX_TYPED)
  if (text === '') return null
  if (isWallTime(reading.kind, text)) return text
  const found = understand(withPlainTimes(text), reading)
  if (!found) return null
  const { day, time } = found
  return wallTime(reading.kind, day, time ?? partOfDay(text) ?? reading.usualTime) || null
}

/** What a part of a day means to people who work in it. */
const partsOfDay: readonly (readonly [RegExp, string])[] = [
  [/afternoon|après-midi/i, '15:00'],
  [/evening|tonight|soir/i, '19:00'],
]

const partOfDay = (text: string): string | undefined => partsOfDay.find(([part]) => part.test(text))?.[1]

/** Times as they are typed in a hurry: "3p" and "530pm" as "3pm" and "5:30pm". */
const withPlainTimes = (text: string): string =>
  text
    .replace(/\b(\d{1,2})([0-5]\d)\s?([ap])m?\b/gi, '$1:$2 $3m')
    .replace(/\b(\d{1,2})(:[0-5]\d)?\s?([ap])\b/gi, '$1$2 $3m')

/** Whether an hour is named as people name it, not on a clock of 24 hours, and not counted from now. */
const isPlainHour = (text: string): boolean => !/\b(0\d|in|ago|now|dans|maintenant)\b/i.test(text)

type Parts = ReturnType<typeof english.parse>[number]['start']

function understand(text: string, reading: Reading): { day: string; time: string | null } | null {
  const start = parse(english, text, reading) ?? parse(french, text, reading)
  if (!start) return null
  const two = (part: 'month' | 'day' | 'hour' | 'minute') => String(start.get(part) ?? 0).padStart(2, '0')
  const hasTime = start.isCertain('hour')
  const day = `${String(start.get('year')).padStart(4, '0')}-${two('month')}-${two('day')}`
  const hour = start.get('hour') ?? 0
  const isAfternoon = !start.isCertain('meridiem') && hour > 0 && hour < NO_MEETINGS_BEFORE && isPlainHour(text)
  const time = hasTime ? `${isAfternoon ? hour + 12 : two('hour')}:${two('minute')}` : null
  if (reading.kind === 'time' && time === null) return null
  const isWeekdayAlone = start.isCertain('weekday') && !start.isCertain('day') && !start.isCertain('month')
  if (reading.prefers === 'past' && isWeekdayAlone && day > reading.now.slice(0, 10)) {
    return { day: shifted(`${day}T00:00`, { days: -7 }).slice(0, 10), time }
  }
  return { day, time }
}

/** The library reads "now" from the parts that a date has on this device: it is given one with the parts of the wall. */
function parse(language: typeof english | typeof french, text: string, reading: Reading): Parts | null {
  const now = new Date(reading.now)
  const [nearest] = language.parse(text, now)
  if (!nearest || !coversAll(text, nearest)) return null
  // A month that was named is near enough as it is: forwards, a day of last week would become one of next year.
  if (reading.prefers === 'past' || nearest.start.isCertain('month')) return nearest.start
  return language.parse(text, now, { forwardDate: true })[0]?.start ?? nearest.start
}

/** Words that were not understood must not be passed over in silence: "tomorrow or Friday" is no date. */
function coversAll(text: string, { index, text: read }: { index: number; text: string }): boolean {
  const rest = `${text.slice(0, index)} ${text.slice(index + read.length)}`
  return rest.replace(/\b(at|on|by|à|le|the)\b|[,.\s@]/gi, '') === ''
}
