import type { EventFields } from './exchange.ts'
import { belongsInCalendar, type CalendarItem, spanOf } from './items.ts'

/** How a record stands in a calendar so far. */
export interface LinkState {
  state: 'asked' | 'there' | 'removed'
  calendar_id: string
  ours: EventFields | null
  print: string
}

interface Standing {
  /** `null` when the record is gone for good. */
  item: CalendarItem | null
  /** The record is that of the person whose calendar it is about. */
  isMine: boolean
  link: LinkState | null
  /** Fingerprint of what Keyturn wants the event to be. */
  print: string
  calendarId: string
  isOn: boolean
  now: Date
}

/**
 * - `insert`: it is to be added, under the id that was asked for last
 * - `insert again`: it is to be added under another id
 * - `change`: it is there, and differs
 * - `move`: it is there, in another calendar than the one that was chosen
 * - `remove`: it no longer belongs there
 * - `leave`: it stays as a thing of the past, and nobody follows it any more
 */
export type Plan = 'nothing' | 'insert' | 'insert again' | 'change' | 'move' | 'remove' | 'leave'

/** What is to be done about a record in somebody's calendar. */
export function planOf(standing: Standing): Plan {
  const { item, isMine, link, now } = standing
  const hasEvent = link !== null && link.state !== 'removed'
  if (item && isMine && belongsInCalendar(item, { hasEvent, now })) return planToHave(standing, item)
  if (!hasEvent) return item === null && link ? 'leave' : 'nothing'
  // What took place stays in the calendar of whoever was there, also when the lead is somebody else's by now.
  return item && !item.is_gone && !isMine && isPast(item, now) ? 'leave' : 'remove'
}

function planToHave({ link, print, calendarId, isOn }: Standing, item: CalendarItem): Plan {
  if (!isOn) return 'nothing'
  if (link === null || link.state === 'asked') return 'insert'
  if (link.state === 'removed') return link.ours === null || hasOtherTime(link.ours, item) ? 'insert again' : 'nothing'
  if (link.calendar_id !== calendarId) return 'move'
  return link.print === print ? 'nothing' : 'change'
}

/** What its owner deleted stays deleted, until it is put to another time here. */
const hasOtherTime = (ours: EventFields, item: CalendarItem): boolean => {
  const span = spanOf(item)
  return span !== null && (span.start !== ours.start || span.end !== ours.end)
}

const isPast = (item: CalendarItem, now: Date): boolean => Date.parse(spanOf(item)?.end ?? '') <= now.getTime()
