import { randomUUID } from 'node:crypto'
import { TZDate } from '@date-fns/tz'
import type { EventPoint, RemoteEvent } from './records.ts'

/** An event of the stand-in. */
export interface FakeEvent extends RemoteEvent {
  description?: string | null
  transparency?: string | null
  /** Number of its last change in its calendar, which sync tokens count by. */
  changed: number
}

/** What is written of an event; `null` empties a field. */
export type EventPatch = Partial<Omit<FakeEvent, 'id' | 'etag' | 'changed' | 'updated'>>

/** A calendar of the stand-in. */
export interface FakeCalendar {
  id: string
  summary: string
  primary: boolean
  canWrite: boolean
  /** IANA zone in which times are answered. */
  zone: string
  events: Map<string, FakeEvent>
  /** How many changes there were. */
  changes: number
  /** Sync tokens from before this change have expired. */
  oldestToken: number
}

/** The calendars of one account. */
export interface FakeOwner {
  email: string
  calendars: Map<string, FakeCalendar>
}

/** The calendars that an account of the stand-in begins with: its own, one of the team, and one that it only reads. */
export function newOwner(email: string, zone: string): FakeOwner {
  const calendar = (id: string, summary: string, more: Partial<FakeCalendar> = {}): [string, FakeCalendar] => [
    id,
    {
      id,
      summary,
      zone,
      primary: false,
      canWrite: true,
      events: new Map(),
      changes: 0,
      oldestToken: 0,
      ...more,
    },
  ]
  return {
    email,
    calendars: new Map([
      calendar(email, email, { primary: true }),
      calendar(`team-${email}`, 'Showings'),
      calendar('holidays', 'Holidays in Canada', { canWrite: false }),
    ]),
  }
}

/** The calendar of an account by its id, or its own under the name `primary`. */
export function calendarOf(owner: FakeOwner, id: string): FakeCalendar | null {
  return owner.calendars.get(id === 'primary' ? owner.email : id) ?? null
}

/** An instant as the calendar's own zone writes it, whichever offset was sent; a day stays a day. */
function answeredPoint(point: EventPoint | null | undefined, zone: string): EventPoint | null {
  if (!point) return null
  if (point.date) return { date: point.date }
  const { dateTime, timeZone } = point
  if (!dateTime) return null
  const iso = new TZDate(dateTime, zone).toISOString().replace('.000', '')
  return { dateTime: iso, ...(timeZone ? { timeZone } : {}) }
}

/** Writes an event: what is not named stays, as PATCH has it. */
export function writeEvent(calendar: FakeCalendar, id: string, patch: EventPatch, now: Date): FakeEvent {
  const before = calendar.events.get(id)
  calendar.changes += 1
  const after: FakeEvent = {
    ...before,
    ...patch,
    id,
    status: patch.status ?? before?.status ?? 'confirmed',
    etag: `"${randomUUID()}"`,
    updated: now.toISOString(),
    changed: calendar.changes,
    start: answeredPoint({ ...before?.start, ...patch.start } as EventPoint, calendar.zone),
    end: answeredPoint({ ...before?.end, ...patch.end } as EventPoint, calendar.zone),
  }
  calendar.events.set(id, after)
  return after
}

/** A deleted event as the service answers it. */
const tombstone = ({ id, etag, updated }: FakeEvent) => ({ id, etag, updated, status: 'cancelled' as const })

/** An event as the service answers it. */
export function answered(event: FakeEvent): object {
  if (event.status === 'cancelled') return tombstone(event)
  const { changed: _changed, ...rest } = event
  return rest
}
