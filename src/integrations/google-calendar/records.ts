import { z } from 'zod'

/** A point in time of an event: a day without hours (`date`), or an instant with an offset or a zone beside it. */
const Point = z.object({
  date: z.string().nullish(),
  dateTime: z.string().nullish(),
  timeZone: z.string().nullish(),
})
export type EventPoint = z.output<typeof Point>

/** An event as the service has it. Deleted ones come with their id, their etag and little else. */
export const RemoteEvent = z.object({
  id: z.string(),
  etag: z.string().default(''),
  status: z.enum(['confirmed', 'tentative', 'cancelled']).catch('confirmed'),
  /** When it was changed last. */
  updated: z.string().nullish(),
  summary: z.string().nullish(),
  location: z.string().nullish(),
  start: Point.nullish(),
  end: Point.nullish(),
  extendedProperties: z.object({ private: z.record(z.string(), z.string()).nullish() }).nullish(),
})
export type RemoteEvent = z.output<typeof RemoteEvent>

/** An event that is written; a day or an instant as in `EventPoint`. */
export interface WrittenEvent {
  summary: string
  description: string
  location: string
  start: { dateTime: string; timeZone: string }
  end: { dateTime: string; timeZone: string }
  /** Whether the time is taken for others who look at the calendar. */
  transparency: 'opaque' | 'transparent'
  source: { title: string; url: string } | null
  /** What only this application sees of the event. */
  private: Readonly<Record<string, string>>
}

/** A calendar of the person. */
export interface CalendarEntry {
  id: string
  name: string
  is_primary: boolean
}

/** A page of changes. Either more pages come, or the list is whole and `syncToken` continues it next time. */
export interface ChangePage {
  events: RemoteEvent[]
  nextPageToken: string | null
  syncToken: string | null
}

/** A channel on which the service says that something changed, without saying what. */
export interface WatchChannel {
  resourceId: string
  expires_at: Date
}
