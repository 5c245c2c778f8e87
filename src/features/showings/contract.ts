import { z } from 'zod'
import { read, write } from '../../platform/wire/call.ts'
import { CalendarDate, Id, Instant, line, Nothing } from '../../platform/wire/fields.ts'
import { showingStatuses } from './rules.ts'

export const ShowingStatus = z.enum(showingStatuses)

/** A time of day: `H:mm`, `H:mm:ss` or `HH:mm:ss`; answered as `HH:mm:ss`. */
export const ClockTime = z
  .string()
  .regex(/^([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, { error: 'must be a time of day such as 14:30:00' })

/** A visit of a home with a lead. */
export const Showing = z.object({
  id: Id,
  lead_id: Id,
  address_formatted: z.string(),
  /** Dollars. */
  listed_for: z.int().nullable(),
  listing_description: z.string(),
  /** The day, and the times of day, in the zone of the showing. */
  date: z.string(),
  time_start: z.string(),
  time_end: z.string(),
  zone: z.string(),
  starts_at: Instant,
  ends_at: Instant,
  lockbox_description: z.string(),
  notes: z.string(),
  photo_base_url: z.string().nullable(),
  mls_number: z.string().nullable(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  status: ShowingStatus,
  created_at: Instant,
  updated_at: Instant,
  version: z.int(),
})
export type Showing = z.output<typeof Showing>

/** What the showing form sends. With an MLS number, what is not said of the home is taken from the listing. */
export const ShowingFields = z.object({
  address_formatted: line(300),
  mls_number: line(100).nullable(),
  listed_for: z.int().min(0).max(1_000_000_000).nullable(),
  listing_description: line(5000),
  date: CalendarDate,
  time_start: ClockTime,
  /** Half an hour after the start when not said. */
  time_end: ClockTime.nullable(),
  lockbox_description: line(1000),
  notes: line(5000),
  photo_base_url: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .nullable(),
  status: ShowingStatus,
})
export type ShowingFields = z.output<typeof ShowingFields>

const NewShowing = ShowingFields.partial().extend({ date: CalendarDate, time_start: ClockTime })

export const showingCalls = {
  list: read('lead/:leadId/showings', {
    right: 'view_leads',
    input: z.object({
      offset: z.int().min(0).max(100_000).optional(),
      limit: z.int().min(1).max(200).optional(),
    }),
    output: z.object({ data: z.array(Showing), totalCount: z.int() }),
    summary: 'The showings of a lead: those to come first, then the past ones.',
  }),
  create: write('lead/:leadId/showings', {
    right: 'view_leads',
    input: NewShowing,
    output: Showing,
    creates: true,
    summary: 'Books a showing with a lead.',
  }),
  update: write('showings/:id', {
    right: 'view_leads',
    input: ShowingFields.partial(),
    output: Showing,
    ignores: Object.keys(Showing.shape).filter(key => !(key in ShowingFields.shape)),
    summary: 'Changes a showing, its state too. Send If-Match to be told when somebody else changed it first.',
  }),
  remove: write('showings/:id', { right: 'view_leads', method: 'DELETE', output: Nothing }),
  restore: write('showings/:id/restore', {
    right: 'view_leads',
    output: Showing,
    summary: 'Brings a deleted showing back, for ten minutes.',
  }),
  calendar: read('showings/:id/calendar', {
    right: 'view_leads',
    output: Nothing,
    summary: 'The showing as a calendar file (RFC 5545) for the client.',
  }),
}
