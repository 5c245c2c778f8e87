import { TZDate } from '@date-fns/tz'
import { onDay } from '../../tasks/rules/tasks.ts'
import { type CalendarItem, spanOf, titleSuffix, type WantedEvent } from './items.ts'

/** What of an event is compared, as one of the two sides has it. */
export interface EventFields {
  title: string
  location: string
  /** An instant (ISO 8601 in UTC), or a day (`2026-11-28`) of an event that takes the whole of it. */
  start: string
  end: string
}

/** What both sides last agreed on. They may differ: an agent who writes another title sees it as they wrote it. */
export interface Agreement {
  ours: EventFields
  theirs: EventFields
}

interface Point {
  date?: string | null | undefined
  dateTime?: string | null | undefined
  timeZone?: string | null | undefined
}

const HAS_OFFSET = /(?:Z|[+-]\d{2}:?\d{2})$/i

/** A point in time of an event: a day, or an instant. A time without an offset is meant in the zone beside it. */
export function pointOf(point: Point | null | undefined, otherwise: string): string | null {
  if (point?.date) return point.date
  const text = point?.dateTime
  if (!text) return null
  if (HAS_OFFSET.test(text)) return iso(Date.parse(text))
  const [, year, month, day, hours, minutes, seconds = '0'] =
    /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2}))?/.exec(text) ?? []
  if (minutes === undefined) return null
  const [y = 0, m = 1, ...rest] = [year, month, day, hours, minutes, seconds].map(Number)
  const [d = 1, h = 0, min = 0, s = 0] = rest
  return iso(new TZDate(y, m - 1, d, h, min, s, point?.timeZone ?? otherwise).getTime())
}

const iso = (ms: number): string | null => (Number.isNaN(ms) ? null : new Date(ms).toISOString())

interface ReadEvent {
  summary?: string | null | undefined
  location?: string | null | undefined
  start?: Point | null | undefined
  end?: Point | null | undefined
}

/** What of an event is compared; `null` for one without times that can be read. */
export function fieldsOf(event: ReadEvent, zone: string): EventFields | null {
  const [start, end] = [pointOf(event.start, zone), pointOf(event.end, zone)]
  if (start === null || end === null) return null
  return { title: oneLine(event.summary), location: oneLine(event.location), start, end }
}

/** What of a wanted event is compared. */
export const comparedOf = ({ title, location, start, end }: WantedEvent): EventFields => ({
  title: oneLine(title),
  location: oneLine(location),
  start,
  end,
})

const oneLine = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim()

/** What changes together. */
const eventParts = ['time', 'title', 'location'] as const
export type EventPart = (typeof eventParts)[number]

const isSame: Readonly<Record<EventPart, (one: EventFields, other: EventFields) => boolean>> = {
  time: (one, other) => one.start === other.start && one.end === other.end,
  title: (one, other) => one.title === other.title,
  location: (one, other) => one.location === other.location,
}

/** The parts in which two versions of one side differ; all where there is no earlier one. */
export const changedParts = (before: EventFields | null, after: EventFields): EventPart[] =>
  eventParts.filter(part => before === null || !isSame[part](before, after))

interface Sides {
  agreed: Agreement
  /** As Keyturn wants it now. */
  ours: EventFields
  /** As the calendar has it now. */
  theirs: EventFields
  /** The record was changed here after the event was changed there: where both changed the same, the later one counts. */
  isOursLater: boolean
}

/** Which parts come in from the calendar, and which are to go out to it; a part is never in both. */
export function exchange({ agreed, ours, theirs, isOursLater }: Sides): {
  fromCalendar: EventPart[]
  toCalendar: EventPart[]
} {
  const fromCalendar: EventPart[] = []
  const toCalendar: EventPart[] = []
  for (const part of eventParts) {
    if (isSame[part](ours, theirs)) continue
    const isChangedHere = !isSame[part](ours, agreed.ours)
    const isChangedThere = !isSame[part](theirs, agreed.theirs)
    if (isChangedThere && !(isChangedHere && isOursLater)) fromCalendar.push(part)
    else if (isChangedHere) toCalendar.push(part)
  }
  return { fromCalendar, toCalendar }
}

const MAX_LINE = 200
const MAX_MINUTES = 1440
const MINUTE_MS = 60_000

/** What a task or showing takes over. */
export interface TakenOver {
  /** Instants, ISO 8601 in UTC. */
  span?: { start: string; end: string }
  subject?: string
  location?: string
}

/**
 * What an item takes over of an event that its agent changed. A showing takes over its time alone: its address is what the
 * client was told. Of an event that became a whole day, the day counts, and the hour stays.
 */
export function takenOver(item: CalendarItem, theirs: EventFields, parts: readonly EventPart[]): TakenOver {
  const taken: TakenOver = {}
  const before = spanOf(item)
  if (parts.includes('time') && before) taken.span = movedSpan(before, theirs, item.zone)
  if (item.kind === 'showing') return taken
  const subject = withoutSuffix(theirs.title, titleSuffix(item)).slice(0, MAX_LINE)
  if (parts.includes('title') && subject !== '') taken.subject = subject
  if (parts.includes('location')) taken.location = theirs.location.slice(0, MAX_LINE)
  return taken
}

const isDay = (point: string): boolean => point.length === 10

function movedSpan(
  before: { start: string; end: string },
  theirs: EventFields,
  zone: string,
): { start: string; end: string } {
  const length = Date.parse(before.end) - Date.parse(before.start)
  const start = isDay(theirs.start) ? onDay(before.start, theirs.start, zone) : theirs.start
  const given = isDay(theirs.start) || isDay(theirs.end) ? length : Date.parse(theirs.end) - Date.parse(theirs.start)
  const minutes = Math.min(MAX_MINUTES, Math.max(1, Math.round(given / MINUTE_MS)))
  return { start, end: new Date(Date.parse(start) + minutes * MINUTE_MS).toISOString() }
}

function withoutSuffix(title: string, suffix: string): string {
  const plain = title.replace(/^✓\s*/, '')
  const end = oneLine(suffix)
  return (end !== '' && plain.endsWith(end) ? plain.slice(0, -end.length) : plain).trim()
}

/** How long the service is left alone after so many failures: 10 s, 20 s, 40 s and so on up to a quarter of an hour. */
export const retrySeconds = (failures: number): number =>
  Math.min(900, 10 * 2 ** Math.max(0, Math.min(failures, 10) - 1))
