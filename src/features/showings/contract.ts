import { z } from 'zod'
import { read, write } from '../../platform/wire/call.ts'
import { CalendarDate, Id, Instant, InstantInput, line, Nothing } from '../../platform/wire/fields.ts'
import { MAX_PER_PAGE, PageInput, page } from '../../platform/wire/page.ts'
import { Listing } from '../listings/contract.ts'
import { clientAnswers, showingStatuses } from './rules.ts'

declare module '../../platform/wire/live.ts' {
  interface Topics {
    showings: true
    'showing-answers': true
  }
}

declare module '../../platform/wire/audit.ts' {
  interface AuditSubjects {
    showing: true
  }
}

export const ShowingStatus = z.enum(showingStatuses)
export const ClientAnswer = z.enum(clientAnswers)

/** A time of day: `HH:mm:ss`, also with one digit before ten; answered as `HH:mm:ss`. */
export const ClockTime = z
  .string()
  .regex(/^([01]?\d|2[0-3]):[0-5]\d:[0-5]\d$/, { error: 'must be a time of day such as 14:30:00' })

/** The last e-mail to the client about a showing, and what became of it. */
export const ShowingEmail = z.object({
  /** `expired`: an administrator discarded it during a pause of all sending. */
  state: z.enum(['waiting', 'sent', 'refused', 'failed', 'expired']),
  /** What it said; `null` while it waits. */
  kind: z.enum(['invitation', 'change', 'cancellation']).nullable(),
  /** Why it was not sent, or why it is late. */
  problem: z.string().nullable(),
  /** It waits until an administrator resumes sending. */
  is_paused: z.boolean(),
  at: Instant,
})
export type ShowingEmail = z.output<typeof ShowingEmail>

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
  /** The last e-mail to the client; `null` when there was none. */
  message: ShowingEmail.nullable(),
  /** What the client knows from e-mails: how it stands now, something else, or nothing. */
  client_knows: z.enum(['all', 'older', 'nothing']),
  client_answer: ClientAnswer.nullable(),
  /** What the client wrote beside the answer. */
  client_message: z.string(),
  client_answered_at: Instant.nullable(),
  created_at: Instant,
  updated_at: Instant,
  version: z.int(),
})
export type Showing = z.output<typeof Showing>

/** A showing with whom it is, as calendars and notices show it. */
export const ShowingOfLead = Showing.extend({
  lead: z.object({ id: Id, first_name: z.string(), last_name: z.string() }),
})
export type ShowingOfLead = z.output<typeof ShowingOfLead>

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
  /** An address, or that of a listing's photos with this product. */
  photo_base_url: z
    .union([z.url({ protocol: /^https?$/ }), z.string().regex(/^\/photos\/[^/?#]+$/)])
    .refine(url => url.length <= 500, { error: 'must be shorter' })
    .nullable(),
  status: ShowingStatus,
})
export type ShowingFields = z.output<typeof ShowingFields>

/** Whether the client is notified by e-mail, with the calendar file. */
const notify_client = z.boolean().optional()

const NewShowing = ShowingFields.partial().extend({ date: CalendarDate, time_start: ClockTime, notify_client })

/** Another showing of the same agent that is at the same time, or too near to drive between. */
export const ShowingClash = z.object({
  id: Id,
  address_formatted: z.string(),
  starts_at: Instant,
  ends_at: Instant,
  zone: z.string(),
  lead_name: z.string(),
  kind: z.enum(['overlap', 'far']),
  /** Minutes of driving, as the crow flies in the city; of those that are too near in time. */
  travel_minutes: z.int().nullable(),
})
export type ShowingClash = z.output<typeof ShowingClash>

/** What is worth knowing before a showing is booked or moved. */
export const ShowingPlan = z.object({
  /** The client's first name. */
  first_name: z.string(),
  /** Why the client cannot be told by e-mail; empty when they can. */
  reasons: z.array(z.string()),
  /** Sending is paused: an e-mail waits until an administrator resumes it. */
  is_sending_paused: z.boolean(),
  clashes: z.array(ShowingClash),
})
export type ShowingPlan = z.output<typeof ShowingPlan>

/** A home that the form proposes, and why. */
export const ProposedHome = z.object({
  listing: Listing,
  /** How often the lead looked at it of late. */
  viewed: z.int(),
  is_favourite: z.boolean(),
  /** What they asked for about it, and the task that booking it completes. */
  asked: z.object({ id: Id, task_id: Id.nullable(), message: z.string() }).nullable(),
})
export type ProposedHome = z.output<typeof ProposedHome>

/** What a showing with a lead can begin with. */
export const ShowingProposals = z.object({
  /** Homes on the market: asked for, viewed, kept. */
  homes: z.array(ProposedHome),
  /** Times that the lead asked for and that are still to come; `from` is `null` for any time of the day. */
  times: z.array(z.object({ date: z.string(), from: z.string().nullable(), address: z.string() })),
})
export type ShowingProposals = z.output<typeof ShowingProposals>

/** A showing as the client sees it: neither what opens the door nor what the agent noted. */
export const ClientShowing = Showing.pick({
  address_formatted: true,
  listed_for: true,
  listing_description: true,
  starts_at: true,
  ends_at: true,
  zone: true,
  photo_base_url: true,
  mls_number: true,
  lat: true,
  lng: true,
  status: true,
  client_answer: true,
}).extend({
  site_name: z.string(),
  first_name: z.string(),
  agent: z.object({ name: z.string(), email: z.string(), phone: z.string().nullable() }).nullable(),
})
export type ClientShowing = z.output<typeof ClientShowing>

const visitor = { right: 'public', params: z.object({ token: z.string().min(1).max(500) }) } as const
const notSettable = Object.keys(Showing.shape).filter(key => !(key in ShowingFields.shape))

export const showingCalls = {
  list: read('lead/:leadId/showings', {
    right: 'view_leads',
    /** `offset` and `limit` are the specification's `page` and `perPage`; 5 showings when nothing is said. */
    input: z.object({
      ...PageInput.shape,
      offset: z.int().min(0).max(100_000).optional(),
      limit: z.int().min(1).max(MAX_PER_PAGE).optional(),
    }),
    output: page(Showing).extend({ totalCount: z.int() }),
    summary: 'The showings of a lead: those to come first, then the past ones.',
  }),
  create: write('lead/:leadId/showings', {
    right: 'view_leads',
    input: NewShowing,
    output: Showing,
    creates: true,
    summary: 'Books a showing with a lead. With `notify_client` the client gets it by e-mail, or nothing is booked.',
  }),
  plan: read('lead/:leadId/showings/plan', {
    right: 'view_leads',
    input: z.object({
      date: CalendarDate.optional(),
      time_start: ClockTime.optional(),
      time_end: ClockTime.nullable().optional(),
      mls_number: line(100).nullable().optional(),
      /** The showing that is edited: it is not in its own way. */
      showing: Id.optional(),
    }),
    output: ShowingPlan,
    summary: 'Whether the client can be notified by e-mail, and which other showings of the agent conflict.',
  }),
  proposals: read('lead/:leadId/showings/proposals', {
    right: 'view_leads',
    output: ShowingProposals,
    summary: 'Homes that the lead asked for, viewed or keeps, and the times they asked for.',
  }),
  calendarOf: read('showings', {
    right: 'view_leads',
    input: z.object({ ...PageInput.shape, dateStart: CalendarDate, dateEnd: CalendarDate }),
    output: page(ShowingOfLead),
    summary: "The showings of some days, both included: an agent's own, or all that the caller reaches.",
  }),
  answers: read('showings/answers', {
    right: 'view_leads',
    output: z.object({ data: z.array(ShowingOfLead) }),
    summary: 'Showings whose client confirmed in the past minutes.',
  }),
  homes: read('showings/homes', {
    right: 'view_leads',
    input: z.object({ search: line(100) }),
    output: z.object({ data: z.array(Listing) }),
    summary: 'Homes whose MLS number or address holds the words.',
  }),
  update: write('showings/:id', {
    right: 'view_leads',
    input: ShowingFields.partial().extend({ notify_client }),
    output: Showing,
    ignores: notSettable,
    summary: 'Changes a showing, its state too. Send If-Match to be refused when someone else changed it first.',
  }),
  remove: write('showings/:id', {
    right: 'view_leads',
    method: 'DELETE',
    input: z.object({ notify_client }),
    output: Nothing,
  }),
  restore: write('showings/:id/restore', {
    right: 'view_leads',
    output: Showing,
    summary: 'Brings a deleted showing back, for ten minutes.',
  }),
  notify: write('showings/:id/notify', {
    right: 'view_leads',
    output: Showing,
    summary: 'Sends the client the showing as it is now, again if need be.',
  }),
  calendar: read('showings/:id/calendar', {
    right: 'view_leads',
    output: Nothing,
    summary: 'The showing as a calendar file (RFC 5545) for the client.',
  }),
  visit: read('visits/:token', {
    ...visitor,
    output: ClientShowing,
    summary: 'A showing, for whoever holds its link.',
  }),
  answer: write('visits/:token', {
    ...visitor,
    input: z.object({
      answer: ClientAnswer,
      message: line(1000).optional(),
      /** When it began on the page that was answered: nobody agrees to a time they have not seen. */
      starts_at: InstantInput,
    }),
    output: ClientShowing,
    summary: 'What the client says of a showing.',
  }),
  visitCalendar: read('visits/:token/calendar', {
    ...visitor,
    output: Nothing,
    summary: 'The calendar file of a showing, for whoever holds its link.',
  }),
}
