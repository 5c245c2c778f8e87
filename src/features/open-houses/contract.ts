import { z } from 'zod'
import { read, write } from '../../platform/wire/call.ts'
import { CalendarDate, Id, Instant, InstantInput, line, Nothing } from '../../platform/wire/fields.ts'
import { PageInput, page } from '../../platform/wire/page.ts'
import { BrokeragePhoto } from '../brokerage-listings/contract.ts'

declare module '../../platform/wire/live.ts' {
  interface Topics {
    open_houses: true
  }
}

declare module '../../platform/wire/audit.ts' {
  interface AuditSubjects {
    open_house: true
  }
}

/** Hours in which a home is open to whoever comes. */
export const OpenHouse = z.object({
  id: Id,
  listing_id: Id,
  starts_at: Instant,
  ends_at: Instant,
  host: z.object({ id: Id, name: z.string() }).nullable(),
  is_cancelled: z.boolean(),
  visitor_count: z.int(),
  /** The end of the link for the tablet; only for its host and whoever may change the listing. */
  token: z.string().nullable(),
  version: z.int(),
})
export type OpenHouse = z.output<typeof OpenHouse>

/** Somebody who signed in. */
export const OpenHouseVisitor = z.object({
  id: Id,
  name: z.string(),
  /** They work with an agent already; `null` when they did not say. */
  has_agent: z.boolean().nullable(),
  signed_at: Instant,
  /** `null` for whoever may not open the lead. */
  lead: z.object({ id: Id, first_name: z.string(), last_name: z.string() }).nullable(),
})
export type OpenHouseVisitor = z.output<typeof OpenHouseVisitor>

/** What the page for visitors shows: the home and when it is open, and nobody who was there. */
export const SignInPage = z.object({
  open_house_id: Id,
  starts_at: Instant,
  ends_at: Instant,
  is_cancelled: z.boolean(),
  /** IANA zone of the brokerage, in which the hours are meant. */
  zone: z.string(),
  address: z.string(),
  /** Neighbourhood and city. */
  place: z.string(),
  property_type: z.string(),
  cover: BrokeragePhoto.nullable(),
  mls_photo_base: z.string().nullable(),
  /** What a visitor may agree to. */
  consent_wording: z.string(),
})
export type SignInPage = z.output<typeof SignInPage>

const Clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a time of day such as 14:30' })

/** When, at the clock of the brokerage, and who hosts it. */
const OpenHouseFields = z.object({
  date: CalendarDate,
  from: Clock,
  to: Clock,
  host_agent_id: Id.nullable().optional(),
})
export type OpenHouseFields = z.output<typeof OpenHouseFields>

const right = 'access_listings'
const visitor = { right: 'public', params: z.object({ token: z.string().min(1).max(200) }) } as const

export const openHouseCalls = {
  list: read('brokerage-listings/:id/open-houses', {
    right,
    input: PageInput,
    output: page(OpenHouse),
    summary: 'When a home of the brokerage is or was open, the latest first.',
  }),
  plan: write('brokerage-listings/:id/open-houses', {
    right,
    input: OpenHouseFields,
    output: OpenHouse,
    creates: true,
    summary: 'Plans an open house. The agent of the listing and the office may.',
  }),
  update: write('open-houses/:id', { right, input: OpenHouseFields, output: OpenHouse }),
  cancel: write('open-houses/:id/cancel', {
    right,
    output: OpenHouse,
    summary: 'Cancels an open house: nobody can sign in any more.',
  }),
  renewLink: write('open-houses/:id/link', {
    right,
    output: OpenHouse,
    summary: 'Gives an open house a new link for its tablet; the one before ends at once.',
  }),
  visitors: read('open-houses/:id/visitors', {
    right,
    input: PageInput,
    output: page(OpenHouseVisitor),
    summary: 'Who signed in, the latest first; for the host and whoever may change the listing.',
  }),
  signInPage: read('open-house/:token', {
    ...visitor,
    output: SignInPage,
    perMinute: 60,
    summary: 'What the page for visitors shows, for whoever holds the link.',
  }),
  signIn: write('open-house/:token', {
    ...visitor,
    input: z.object({
      /** Made by the tablet. The same one counts once, however often it is sent. */
      sign_in_id: z.uuid(),
      name: line(100),
      email: line(254).optional(),
      phone: line(40).optional(),
      has_agent: z.boolean().nullable().optional(),
      /** They agreed to what `consent_wording` says. */
      agrees: z.boolean().optional(),
      /** When it was, for a sign-in that waited for the network; now when left out. */
      signed_at: InstantInput.optional(),
    }),
    output: Nothing,
    perMinute: 60,
    summary: 'Signs a visitor in, who becomes a lead unless they are one. Answers nothing about anybody.',
  }),
}
