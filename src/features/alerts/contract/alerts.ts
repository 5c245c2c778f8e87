import { z } from 'zod'
import { read, remote, write } from '../../../platform/wire/call.ts'
import { Id, Instant, line, Nothing } from '../../../platform/wire/fields.ts'
import { Building, Listing, ListingCard } from '../../listings/contract.ts'
import { LeadRequest, RequestFields } from '../../requests/contract.ts'
import { alertEmailCalls } from './emails.ts'
import { interestedCalls } from './interested.ts'

declare module '../../../platform/wire/live.ts' {
  interface Topics {
    alerts: true
  }
}

declare module '../../../platform/wire/audit.ts' {
  interface AuditSubjects {
    alert: true
    'alert e-mail': true
  }
}

declare module '../../leads/contract/record.ts' {
  interface RecordsBesideLead {
    favourite_listings: Listing
    favourite_archive_listings: Listing
  }
}

/** 0 Off, 1 Instant, 2 Daily, 3 Weekly, 4 Monthly. */
export const AlertFrequency = z.literal([0, 1, 2, 3, 4])
export type AlertFrequency = z.output<typeof AlertFrequency>

/** What an alert watches: a search, or buildings. */
export const AlertKind = z.enum(['listing', 'building'])
export type AlertKind = z.output<typeof AlertKind>

/** What comes after `offer=` in the address of an alert: four characters. */
export const OfferKind = z.enum(['sale', 'rent', 'leas'])
export type OfferKind = z.output<typeof OfferKind>

const Dollars = z.int().min(0).max(1_000_000_000).nullable()
const AtLeast = z.int().min(0).max(10).nullable()

/** What is looked for. The one schema of every search: alerts, their editor's live count, and what is stored. */
export const Search = z.object({
  /** `null` is both, which only alerts for buildings can be. */
  offer: OfferKind.nullable(),
  /** Everywhere when empty. */
  areas: z.array(Id).max(50),
  buildings: z.array(Id).max(30),
  /** Kinds of home; any when empty. */
  types: z.array(line(60).min(1)).max(20),
  price_min: Dollars,
  price_max: Dollars,
  beds: AtLeast,
  baths: AtLeast,
  /** Words that the description must hold, all of them. */
  keywords: z.array(line(60).min(2)).max(10),
})
export type Search = z.output<typeof Search>

const { buildings, areas, ...filters } = Search.partial().shape
const settings = {
  name: line(100).min(1, { error: 'needs a name' }),
  alert_frequency: AlertFrequency,
}

/** What the form of a listing alert sends. */
export const ListingAlertFields = z.object({ ...settings, ...filters, areas, offer: OfferKind })
export type ListingAlertFields = z.output<typeof ListingAlertFields>
/** What the form of a building alert sends. */
export const BuildingAlertFields = z.object({
  ...settings,
  ...filters,
  buildings: z.array(Id).min(1, { error: 'needs at least one building' }).max(30),
})
export type BuildingAlertFields = z.output<typeof BuildingAlertFields>
/** What may be changed; what is left out stays. */
export const AlertChanges = z.object({ ...settings, ...filters, areas, buildings }).partial()
export type AlertChanges = z.output<typeof AlertChanges>

const common = {
  id: Id,
  lead_id: Id,
  name: z.string(),
  alert_frequency: AlertFrequency,
  /** What is looked for, as the form sends it back. */
  search: Search,
  last_sent_at: Instant.nullable(),
  /** When what was found is sent; `null` while nothing waits. */
  next_due_at: Instant.nullable(),
  version: z.int(),
  /** Why the last e-mail did not go out; `null` when it did. */
  problem: z.string().nullable(),
  /** Homes on the market that match now; only with extra details. */
  match_count: z.int().nullable(),
  /** Where they are, the newest of them; only with extra details. */
  map_points: z.array(z.object({ lat: z.number(), lng: z.number() })),
}

/** A saved search. */
export const ListingAlert = z.object({
  ...common,
  /** What is looked for, a few words each. */
  tags: z.array(z.string()),
  /** The same search on the consumer site; `offer=` and four characters tell the kind of offer. */
  url: z.string(),
  offer_kind: OfferKind,
  /** A picture of where the homes are, as a data address; only with extra details. */
  map_preview: z.string().nullable(),
})
export type ListingAlert = z.output<typeof ListingAlert>

/** Buildings that are watched, each with all of its homes. */
export const BuildingAlert = z.object({
  ...common,
  filter_strings: z.array(z.string()),
  buildings: z.array(Building),
})
export type BuildingAlert = z.output<typeof BuildingAlert>

export const Alert = z.union([ListingAlert, BuildingAlert])
export type Alert = z.output<typeof Alert>

/** Where homes are that match, for a map. */
export const MapPoint = z.object({ lat: z.number(), lng: z.number() })
export type MapPoint = z.output<typeof MapPoint>

const proposed = <Value extends z.ZodType>(value: Value) => z.object({ value, reason: z.string() }).nullable()

/** What a new listing alert begins with, each field with the ground it stands on; `null` where nothing is known. */
export const AlertProposal = z.object({
  /** A name for it; empty without a place to name it by. */
  name: z.string(),
  offer: proposed(OfferKind),
  areas: proposed(z.array(Id)),
  types: proposed(z.array(z.string())),
  price_min: proposed(z.int()),
  price_max: proposed(z.int()),
  beds: proposed(z.int()),
  first_name: z.string(),
  /** How many homes the lead looked at or keeps. */
  homes_viewed: z.int(),
  /** Some of them, those looked at most often first. */
  homes: z.array(ListingCard),
})
export type AlertProposal = z.output<typeof AlertProposal>

const Sent = z.object({ alert_id: Id, listings: z.int() })
const token = { params: z.object({ token: z.string().min(10).max(300) }), right: 'public', fromEmails: true } as const

/** What somebody asked for, as they are shown it again. */
export const OwnRequest = LeadRequest.pick({
  kind: true,
  address: true,
  times: true,
  price: true,
  move_in_date: true,
  message: true,
  updated_at: true,
})
export type OwnRequest = z.output<typeof OwnRequest>

/** What somebody sees who comes from an e-mail, without signing in. */
export const Preferences = z.object({
  site_name: z.string(),
  first_name: z.string(),
  /** Most of it hidden: the page opens for whoever holds the link. */
  email: z.string(),
  /** Whether alerts and other commercial e-mails are sent. */
  subscribed: z.boolean(),
  /** No e-mail at all: not even about what they asked for themselves. */
  no_email: z.boolean(),
  alerts: z.array(z.object({ id: Id, name: z.string(), alert_frequency: AlertFrequency, words: z.array(z.string()) })),
  /** What they asked for about any home, and nobody has dealt with yet; newest first. */
  requests: z.array(OwnRequest),
})
export type Preferences = z.output<typeof Preferences>

/** A home, for somebody who comes from an e-mail. */
export const PublicHome = z.object({
  site_name: z.string(),
  listing: Listing,
  /** What is said of each of its photos, in their order. */
  photos: z.array(z.string()),
  is_favourite: z.boolean(),
  agent: z.object({ name: z.string(), email: z.string(), phone: z.string().nullable() }).nullable(),
  /** What they asked for about this home, and nobody has dealt with yet. */
  requests: z.array(OwnRequest),
})
export type PublicHome = z.output<typeof PublicHome>

export const alertCalls = {
  ...alertEmailCalls,
  ...interestedCalls,
  list: read('user/:id/alerts', {
    right: 'view_leads',
    input: z.object({
      /** The lead again, as the specification sends it. */
      user_id: Id.optional(),
      include_extra_details: z.boolean().optional(),
    }),
    output: z.object({ listing_alerts: z.array(ListingAlert), building_alerts: z.array(BuildingAlert) }),
    summary: 'The alerts of a lead.',
  }),
  createListing: write('user/:id/alerts/listing', {
    right: 'view_leads',
    input: ListingAlertFields,
    output: ListingAlert,
    creates: true,
  }),
  createBuilding: write('user/:id/alerts/building', {
    right: 'view_leads',
    input: BuildingAlertFields,
    output: BuildingAlert,
    creates: true,
  }),
  proposal: read('user/:id/alerts/proposal', {
    right: 'view_leads',
    output: AlertProposal,
    summary:
      'The search that a listing alert of this lead would begin with: from the profile, searches and homes viewed.',
  }),
  matches: read('alerts/matches', {
    right: 'view_leads',
    input: Search.partial(),
    output: z.object({
      count: z.int(),
      /** How many come on the market in a week, as in the past four. */
      new_each_week: z.int(),
      points: z.array(MapPoint),
      /** The newest of them. */
      homes: z.array(Listing),
    }),
    summary: 'How many homes on the market a search finds, which and where; for the editor.',
  }),
  update: write('users/alerts/:id', { right: 'view_leads', input: AlertChanges, output: Alert }),
  remove: write('users/alerts/:id', { right: 'view_leads', method: 'DELETE', output: Nothing, alsoV1: true }),
  restore: write('users/alerts/:id/restore', {
    right: 'view_leads',
    output: Alert,
    summary: 'Brings an alert back for ten minutes after it was deleted.',
  }),
  preview: read('users/alerts/:id/preview', {
    right: 'view_leads',
    output: z.object({
      subject: z.string(),
      html: z.string(),
      text: z.string(),
      listings: z.int(),
      /** Why it could not be sent now. */
      refusals: z.array(z.string()),
    }),
    summary: 'The e-mail as it would go out now.',
  }),
  send: remote('users/alerts/:id/send', {
    right: 'view_leads',
    output: Sent,
    alsoV1: true,
    perMinute: 60,
    summary: 'Sends what an alert finds that it has not sent before.',
  }),
  sendAll: remote('users/alerts/:leadId/sendAll', {
    right: 'view_leads',
    input: z.object({ type: AlertKind }),
    output: z.object({
      sent: z.array(Sent),
      refused: z.array(z.object({ alert_id: Id, errors: z.array(z.string()) })),
    }),
    alsoV1: true,
    perMinute: 30,
    summary: 'The same for every alert of a type that a lead has; says of each that was not sent why.',
  }),
  preferences: read('unsubscribe/:token', { ...token, output: Preferences, summary: 'Which alerts a lead is sent.' }),
  unsubscribe: write('unsubscribe/:token', {
    ...token,
    input: z.object({
      /** Sent by mail programs for the one press of RFC 8058: commercial e-mail ends. */
      'List-Unsubscribe': z.string().max(100).optional(),
      /** False ends commercial e-mail, true begins it again. */
      subscribed: z.boolean().optional(),
      /** True ends every e-mail, false lets answers to what they ask for through again. */
      no_email: z.boolean().optional(),
      alerts: z
        .array(z.strictObject({ id: Id, alert_frequency: AlertFrequency }))
        .max(200)
        .optional(),
    }),
    output: Preferences,
    summary: 'Changes what a lead is sent; for whoever holds the link from an e-mail.',
  }),
  visit: write('homes/:token', {
    ...token,
    input: z.object({ action: z.enum(['view', 'favourite', 'unfavourite']) }),
    output: PublicHome,
    summary: 'A home that somebody opened from an e-mail; says so on the timeline.',
  }),
  request: write('homes/:token/requests', {
    ...token,
    input: RequestFields,
    output: OwnRequest,
    perMinute: 60,
    summary: 'Asks for a viewing of a home, offers a price for it, or asks about selling; by whoever holds the link.',
  }),
}
