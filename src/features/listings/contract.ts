import { z } from 'zod'
import { read, remote } from '../../platform/wire/call.ts'
import { Id, Instant, line } from '../../platform/wire/fields.ts'

declare module '../../platform/wire/live.ts' {
  interface Topics {
    listings: true
  }
}

/** How a home is on the market; leases are priced by the month. */
export const Offer = z.enum(['sale', 'lease'])
export type Offer = z.output<typeof Offer>

/** Where a home stands; `active` and `pending` are on the market. */
export const ListingStatus = z.enum(['active', 'pending', 'closed', 'withdrawn', 'expired'])
export type ListingStatus = z.output<typeof ListingStatus>

/** A home of the listing service, as screens show it. */
export const Listing = z.object({
  id: Id,
  mls_number: z.string(),
  status: ListingStatus,
  offer: Offer,
  property_type: z.string(),
  /** Whole dollars, a month for leases. */
  price: z.int(),
  /** With the unit in front. */
  address: z.string(),
  city: z.string(),
  neighbourhood: z.string(),
  postal_code: z.string(),
  building_id: Id.nullable(),
  beds: z.int(),
  /** Rooms below grade, and dens. */
  beds_plus: z.int(),
  baths: z.int(),
  sqft: z.int().nullable(),
  description: z.string(),
  /** Its photos are this with `/1`, `/2`, … and a width (`?w=240`, `640` or `1280`); `null` without photos. */
  photo_base_url: z.string().nullable(),
  photo_count: z.int(),
  brokerage: z.string(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  listed_at: Instant,
  modified_at: Instant,
})
export type Listing = z.output<typeof Listing>

/** A price that a listing had, from a time on. */
export const ListingPrice = z.object({ since: Instant, price: z.int() })

/** A house of several homes. */
export const Building = z.object({ id: Id, name: z.string(), address: z.string(), city: z.string() })
export type Building = z.output<typeof Building>

/** How the replication of listings stands. */
export const ListingFeed = z.object({
  /** Whether a listing service is set up at all. */
  is_on: z.boolean(),
  listings: z.int(),
  /** When it was last read to its end. */
  read_at: Instant.nullable(),
  problem: z.string().nullable(),
  failed_at: Instant.nullable(),
})
export type ListingFeed = z.output<typeof ListingFeed>

/** What a home looks like among others. */
export const ListingCard = Listing.pick({
  id: true,
  mls_number: true,
  status: true,
  offer: true,
  property_type: true,
  price: true,
  address: true,
  neighbourhood: true,
  photo_base_url: true,
  lat: true,
  lng: true,
})
export type ListingCard = z.output<typeof ListingCard>

export const listingCalls = {
  get: read('listings/:mls', {
    right: 'signed_in',
    params: z.object({ mls: line(100).min(1) }),
    output: Listing.extend({
      prices: z.array(ListingPrice),
      /** What is said of each photo, in their order. */
      photos: z.array(z.string()),
    }),
    summary: 'One home by its MLS number, with the prices it had.',
  }),
  cards: read('listing-cards', {
    right: 'signed_in',
    input: z.object({ ids: z.array(Id).max(200) }),
    output: z.array(ListingCard),
    summary: 'Homes by their ids, each with what a card of it shows.',
  }),
  buildings: read('buildings', {
    right: 'view_leads',
    input: z.object({ search: line(100).optional(), ids: z.array(Id).max(50).optional() }),
    output: z.array(Building),
    summary: 'Buildings that fit, or those of the ids.',
  }),
  feed: read('listing-feed', { right: 'is_admin', output: ListingFeed }),
  refresh: remote('listing-feed/refresh', {
    right: 'is_admin',
    output: ListingFeed,
    summary: 'Reads what the listing service has changed, now.',
  }),
}
