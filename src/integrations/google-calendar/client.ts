import type { calendar_v3 } from '@googleapis/calendar'
import { z } from 'zod'
import { errorOf, GoogleError } from '../google/errors.ts'
import { type CalendarEntry, type ChangePage, RemoteEvent, type WatchChannel, type WrittenEvent } from './records.ts'

/** Where a page of changes begins: at the last sync, or anew; and further on in a list that was begun. */
interface ChangesAsked {
  calendarId: string
  /** `null` reads everything once. */
  syncToken: string | null
  pageToken: string | null
}

/**
 * The calendars that one access token reaches. Other services (CalDAV, Microsoft 365) fit behind the same lines. Every method may throw
 * a `GoogleError`; `isTaken`, `isOutdated`, `isGone` and `isExpired` say what its status means here.
 */
export interface CalendarAccess {
  /** Calendars that the person may write. */
  calendars(): Promise<CalendarEntry[]>
  /** Everything, or what changed since a sync token; 410 when the token is too old. */
  changes(asked: ChangesAsked): Promise<ChangePage>
  /** One event, also when it was deleted (`status: 'cancelled'`); `null` when it never was. */
  find(calendarId: string, eventId: string): Promise<RemoteEvent | null>
  /** Adds an event under an id of our own; 409 when that id was used before. */
  insert(calendarId: string, eventId: string, event: WrittenEvent): Promise<RemoteEvent>
  /** Changes what is named of an event, if it is still the one that the etag names. */
  change(calendarId: string, eventId: string, event: Partial<WrittenEvent>, etag: string): Promise<RemoteEvent>
  /** Deletes an event; one that is gone already is fine. */
  remove(calendarId: string, eventId: string): Promise<void>
  /** Has the service call `address` when something changes. The id must be a UUID that was never used. */
  watch(
    calendarId: string,
    channel: { id: string; token: string; address: string; seconds: number },
  ): Promise<WatchChannel>
  /** Ends a channel; one that is over already is fine. */
  stop(channel: { id: string; resourceId: string }): Promise<void>
}

interface ClientOptions {
  /** How long an answer may take. */
  timeoutMs?: number
}

const TIMEOUT_MS = 20_000
/** The most that the service gives in one page. */
const PAGE = 2500
/** Nothing else of an event is read: what stands in a calendar beside our events is nobody's business. */
const FIELDS = 'id,etag,status,updated,summary,location,start,end,extendedProperties/private'

/** There is an event of that id already, or was one. */
export const isTaken = (error: unknown): boolean => hasStatus(error, 409)
/** The event is no longer the one that the etag names. */
export const isOutdated = (error: unknown): boolean => hasStatus(error, 412)
/** There is no such event any more, or no such calendar. */
export const isGone = (error: unknown): boolean => hasStatus(error, 404, 410)
/** Of a list of changes: the sync token is too old. */
export const isExpired = (error: unknown): boolean => hasStatus(error, 410)

const hasStatus = (error: unknown, ...statuses: readonly number[]): boolean =>
  error instanceof GoogleError && statuses.includes(error.status)

/** Reaches the calendars of whoever an access token belongs to, through Google's own library. `url` ends with `/calendar/v3`. */
export async function connectCalendar(
  url: string,
  accessToken: string,
  { timeoutMs = TIMEOUT_MS }: ClientOptions = {},
): Promise<CalendarAccess> {
  // The library takes a while to load, and processes that serve pages never need it.
  const { calendar } = await import('@googleapis/calendar')
  const { events, calendarList, channels } = calendar({ version: 'v3', rootUrl: url.replace(/calendar\/v3$/, '') })
  // Repeating is for the queue, which remembers what came before.
  const options = (headers: Readonly<Record<string, string>> = {}) => ({
    headers: { authorization: `Bearer ${accessToken}`, ...headers },
    timeout: timeoutMs,
    retry: false,
    retryConfig: { retry: 0 },
  })
  const find = async (calendarId: string, eventId: string): Promise<RemoteEvent | null> => {
    try {
      return readEvent(await ask(events.get({ calendarId, eventId, fields: FIELDS }, options())))
    } catch (error) {
      if (isGone(error)) return null
      throw error
    }
  }
  return {
    find,
    async calendars() {
      const asked = { minAccessRole: 'writer', maxResults: 250, fields: 'items(id,summary,summaryOverride,primary)' }
      return readCalendars(await ask(calendarList.list(asked, options())))
    },
    async changes({ calendarId, syncToken, pageToken }) {
      // Nothing else may stand beside a sync token: the service refuses orders and spans of time there.
      const asked = {
        calendarId,
        maxResults: PAGE,
        fields: `items(${FIELDS}),nextPageToken,nextSyncToken`,
        ...(syncToken === null ? {} : { syncToken }),
        ...(pageToken === null ? {} : { pageToken }),
      }
      return readPage(await ask(events.list(asked, options())))
    },
    insert: async (calendarId, eventId, event) =>
      readEvent(
        await ask(
          events.insert({ calendarId, fields: FIELDS, requestBody: { id: eventId, ...bodyOf(event) } }, options()),
        ),
      ),
    change: async (calendarId, eventId, event, etag) =>
      readEvent(
        await ask(
          events.patch(
            { calendarId, eventId, fields: FIELDS, requestBody: bodyOf(event) },
            options({ 'if-match': etag }),
          ),
        ),
      ),
    async remove(calendarId, eventId) {
      await unlessGone(ask(events.delete({ calendarId, eventId }, options())))
    },
    async watch(calendarId, { id, token, address, seconds }) {
      const requestBody = { id, token, address, type: 'web_hook', params: { ttl: String(seconds) } }
      return readChannel(await ask(events.watch({ calendarId, requestBody }, options())))
    },
    async stop({ id, resourceId }) {
      await unlessGone(ask(channels.stop({ requestBody: { id, resourceId } }, options())))
    },
  }
}

/** An event whose day was dragged to the top of the calendar has a `date`, which must go when it gets an hour. */
const pointOf = (point: WrittenEvent['start']) => ({ ...point, date: null })

const bodyOf = ({ private: own, source, start, end, ...event }: Partial<WrittenEvent>): calendar_v3.Schema$Event => ({
  ...event,
  ...(source ? { source } : {}),
  ...(start ? { start: pointOf(start) } : {}),
  ...(end ? { end: pointOf(end) } : {}),
  ...(own ? { extendedProperties: { private: { ...own } } } : {}),
})

async function ask<Data>(answer: Promise<{ data: Data }>): Promise<Data> {
  try {
    return (await answer).data
  } catch (error) {
    throw googleErrorOf(error)
  }
}

async function unlessGone(answer: Promise<unknown>): Promise<void> {
  try {
    await answer
  } catch (error) {
    if (!isGone(error)) throw error
  }
}

/** What of a failed request is looked at, whichever version of the library throws it. */
const Failed = z.object({
  response: z.object({
    status: z.number(),
    data: z.unknown(),
    headers: z.custom<HeaderLines>(value => typeof (value as Partial<HeaderLines> | null)?.get === 'function'),
  }),
})
interface HeaderLines {
  get(name: string): string | null
}
const FailedBody = z.object({ error: z.object({ errors: z.array(z.object({ reason: z.string() })).min(1) }) })

function googleErrorOf(error: unknown): GoogleError {
  const response = Failed.safeParse(error).data?.response
  if (!response) return new GoogleError('Google Calendar cannot be reached.', 'unreachable')
  const reason = FailedBody.safeParse(response.data).data?.error.errors[0]?.reason ?? ''
  return errorOf(response.status, reason, response.headers.get('retry-after'))
}

const unreadable = () => new GoogleError('Google Calendar sent an unreadable answer.', 'unreachable')

function readAs<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const read = schema.safeParse(value)
  if (!read.success) throw unreadable()
  return read.data
}

const readEvent = (value: unknown): RemoteEvent => readAs(RemoteEvent, value)

const Page = z.object({
  items: z.array(z.unknown()).default([]),
  nextPageToken: z.string().nullish(),
  nextSyncToken: z.string().nullish(),
})

function readPage(value: unknown): ChangePage {
  const { items, nextPageToken = null, nextSyncToken = null } = readAs(Page, value)
  // A page that neither goes on nor ends would lose everything after it.
  if (!nextPageToken && !nextSyncToken) throw unreadable()
  return {
    events: items.flatMap(item => RemoteEvent.safeParse(item).data ?? []),
    nextPageToken: nextPageToken ?? null,
    syncToken: nextSyncToken ?? null,
  }
}

const Calendars = z.object({
  items: z
    .array(
      z.object({
        id: z.string(),
        summary: z.string().nullish(),
        summaryOverride: z.string().nullish(),
        primary: z.boolean().nullish(),
      }),
    )
    .default([]),
})

const readCalendars = (value: unknown): CalendarEntry[] =>
  readAs(Calendars, value).items.map(({ id, summary, summaryOverride, primary }) => ({
    id,
    name: summaryOverride ?? summary ?? id,
    is_primary: primary ?? false,
  }))

const Channel = z.object({ resourceId: z.string(), expiration: z.string().regex(/^\d+$/) })

function readChannel(value: unknown): WatchChannel {
  const { resourceId, expiration } = readAs(Channel, value)
  return { resourceId, expires_at: new Date(Number(expiration)) }
}
