import { z } from 'zod'
import { read, remote, write } from '../../platform/wire/call.ts'
import { CalendarDate, Id, Instant, line } from '../../platform/wire/fields.ts'
import { PageInput, page } from '../../platform/wire/page.ts'
import { UploadIds } from '../../platform/wire/uploads.ts'
import { Offer } from '../listings/contract.ts'
import { listingStatuses, MAX_PHOTOS } from './rules.ts'

declare module '../../platform/wire/live.ts' {
  interface Topics {
    brokerage_listings: true
  }
}

declare module '../../platform/wire/audit.ts' {
  interface AuditSubjects {
    brokerage_listing: true
  }
}

export const BrokerageListingStatus = z.enum(listingStatuses)

/** Whole dollars. */
const MAX_PRICE = 1_000_000_000
const Dollars = z.int().min(1).max(MAX_PRICE)
const Rooms = z.int().min(0).max(50)

/** A picture of a home. Its file is `path` with a width, see `brokeragePhotoPath`. */
export const BrokeragePhoto = z.object({ id: Id, file_name: z.string(), caption: z.string() })
export type BrokeragePhoto = z.output<typeof BrokeragePhoto>

/** A home of the brokerage, as lists show it. */
export const BrokerageListing = z.object({
  id: Id,
  mls_number: z.string().nullable(),
  status: BrokerageListingStatus,
  offer: Offer,
  property_type: z.string(),
  /** Whole dollars, a month for leases. */
  price: z.int(),
  /** Before the last change; `null` when it never changed. */
  price_before: z.int().nullable(),
  /** With the unit in front. */
  address: z.string(),
  street_number: z.string(),
  street_name: z.string(),
  unit: z.string(),
  city: z.string(),
  province: z.string(),
  postal_code: z.string(),
  neighbourhood: z.string(),
  beds: z.int(),
  beds_plus: z.int(),
  baths: z.int(),
  sqft: z.int().nullable(),
  lot: z.string(),
  parking: z.string(),
  /** Whole dollars a year. */
  taxes: z.int().nullable(),
  description: z.string(),
  agent: z.object({ id: Id, name: z.string() }).nullable(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  listed_on: z.string().nullable(),
  /** The first photo of its own; `null` when it has none. */
  cover: BrokeragePhoto.nullable(),
  photo_count: z.int(),
  /** Photos that the listing service has of it, for homes without their own; see `photoPath` of listings. */
  mls_photo_base: z.string().nullable(),
  mls_photo_count: z.int(),
  /** Whether the caller may change it: its agent and the office may. */
  may_change: z.boolean(),
  created_at: Instant,
  updated_at: Instant,
  version: z.int(),
})
export type BrokerageListing = z.output<typeof BrokerageListing>

/** A home with everything its page shows. */
export const BrokerageListingDetail = BrokerageListing.extend({
  /** Whose home it is; empty for people who may not change it. */
  owner: z.string(),
  photos: z.array(BrokeragePhoto),
  prices: z.array(z.object({ since: Instant, price: z.int() })),
})
export type BrokerageListingDetail = z.output<typeof BrokerageListingDetail>

/** What the form of a home sends. */
export const BrokerageListingFields = z.object({
  mls_number: line(30).nullable().optional(),
  status: BrokerageListingStatus.optional(),
  offer: Offer,
  property_type: line(60).min(1, { error: 'must not be empty' }),
  price: Dollars,
  street_number: line(20).min(1, { error: 'must not be empty' }),
  street_name: line(120).min(1, { error: 'must not be empty' }),
  unit: line(20).optional(),
  city: line(80).min(1, { error: 'must not be empty' }),
  province: line(40).optional(),
  postal_code: line(12).optional(),
  neighbourhood: line(80).optional(),
  beds: Rooms.optional(),
  beds_plus: Rooms.optional(),
  baths: Rooms.optional(),
  sqft: z.int().min(1).max(1_000_000).nullable().optional(),
  lot: line(60).optional(),
  parking: line(60).optional(),
  taxes: z.int().min(0).max(10_000_000).nullable().optional(),
  description: z.string().trim().max(10_000).optional(),
  owner: line(200).optional(),
  /** Whose listing it is; only the office may say, an agent's are their own. */
  agent_id: Id.nullable().optional(),
  listed_on: CalendarDate.nullable().optional(),
})
export type BrokerageListingFields = z.output<typeof BrokerageListingFields>

const right = 'access_listings'
const tabs = ['all', 'coming_soon', 'active', 'under_contract', 'done', 'mine'] as const

/** Lists of homes by how far they are, and the caller's own. */
export const BrokerageTab = z.enum(tabs)
export type BrokerageTab = z.output<typeof BrokerageTab>

/** What homes are sorted by; a leading minus means descending. */
export const BrokerageSort = z.enum(['updated_at', '-updated_at', 'price', '-price', 'listed_on', '-listed_on'])
/** The list begins with what changed last. */
export const DEFAULT_SORT = '-updated_at'

/** What chooses homes. */
export const BrokerageFilters = z.object({
  tab: BrokerageTab.optional(),
  offer: Offer.optional(),
  priceFrom: z.int().min(0).max(MAX_PRICE).optional(),
  priceTo: z.int().min(0).max(MAX_PRICE).optional(),
  search: line(100).optional(),
  sort: BrokerageSort.optional(),
})
export type BrokerageFilters = z.output<typeof BrokerageFilters>

export const brokerageListingCalls = {
  list: read('brokerage-listings', {
    right,
    input: z.object({ ...PageInput.shape, ...BrokerageFilters.shape }),
    output: page(BrokerageListing).extend({ counts: z.record(BrokerageTab, z.int()) }),
    summary: 'The homes of the brokerage, with how many each tab has.',
  }),
  create: write('brokerage-listings', {
    right,
    input: BrokerageListingFields,
    output: BrokerageListingDetail,
    creates: true,
  }),
  get: read('brokerage-listings/:id', { right, output: BrokerageListingDetail }),
  update: write('brokerage-listings/:id', {
    right,
    input: z.object({
      ...BrokerageListingFields.partial().shape,
      /** The photos in their new order, the cover first. */
      photo_ids: z.array(Id).max(MAX_PHOTOS).optional(),
    }),
    output: BrokerageListingDetail,
    ignores: [
      ...['id', 'price_before', 'address', 'agent', 'lat', 'lng', 'cover', 'photo_count', 'mls_photo_base'],
      ...['mls_photo_count', 'may_change', 'created_at', 'updated_at', 'version', 'photos', 'prices'],
    ],
    summary: 'Changes a home; a new price goes into its history. Its agent and the office may.',
  }),
  addPhotos: remote('brokerage-listings/:id/photos', {
    right,
    files: 'photos',
    // Each value of `uploads` is a field of the form.
    upload: { files: MAX_PHOTOS, fields: MAX_PHOTOS },
    input: z.object({ uploads: UploadIds }),
    output: BrokerageListingDetail,
    summary:
      'Adds photos: JPEG, PNG, WebP, GIF or AVIF, at most 20 MB each, drawn anew without what a camera wrote into them. Sent as `photos[]`, or before, piece by piece, as `uploads[]`; all of them, or none.',
  }),
  removePhoto: write('brokerage-listings/:id/photos/:photoId', {
    right,
    method: 'DELETE',
    output: BrokerageListingDetail,
  }),
}
