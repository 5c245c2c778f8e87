import { type PhotoWidth, photoWidths } from '../listings/rules.ts'

/** How far a home of the brokerage is. */
export const listingStatuses = ['coming_soon', 'active', 'conditional', 'sold', 'leased', 'withdrawn'] as const
export type BrokerageListingStatus = (typeof listingStatuses)[number]

const statusLabels: Readonly<Record<BrokerageListingStatus, string>> = {
  coming_soon: 'Coming soon',
  active: 'Active',
  conditional: 'Conditional',
  sold: 'Sold',
  leased: 'Leased',
  withdrawn: 'Withdrawn',
}

/** A status as people read it. */
export const listingStatusLabel = (status: BrokerageListingStatus): string => statusLabels[status]

/** Photos of one home at the most. */
export const MAX_PHOTOS = 50
/** The largest file of a photo. */
export const MAX_PHOTO_BYTES = 20 * 1024 * 1024

/** Kinds of homes that the form offers; others may be typed. */
export const propertyTypes = [
  'Condo Apartment',
  'Condo Townhouse',
  'Detached',
  'Semi-Detached',
  'Att/Row/Townhouse',
  'Duplex',
  'Vacant Land',
] as const

/** Where photos of the brokerage's homes are served. */
export const BROKERAGE_PHOTOS = '/brokerage-photos/'

/** Where a photo is in one of the widths. */
export const brokeragePhotoPath = (fileName: string, width: PhotoWidth): string =>
  `${BROKERAGE_PHOTOS}${fileName}-${width}.jpg`

/** All widths of a photo, for an image's `srcset`. */
export const brokeragePhotoSet = (fileName: string): string =>
  photoWidths.map(width => `${brokeragePhotoPath(fileName, width)} ${width}w`).join(', ')

/** Where the page of a home is. */
export const brokerageListingPath = (id: number): string => `/brokerage-listings/${id}`

const DAY = 86_400_000

/** Days that a home has been on the market up to today; `null` before it is. */
export function daysOnMarket({ listed_on }: { listed_on: string | null }, today: string): number | null {
  if (!listed_on) return null
  return Math.max(0, Math.round((Date.parse(today) - Date.parse(listed_on)) / DAY))
}

/** How much a price changed, in percent with one digit; negative for a lower one. */
export const priceChange = (before: number, after: number): number =>
  Math.round(((after - before) / before) * 1000) / 10

const numberAndName = /^(\d+[A-Za-z]?(?:\s*[-/]\s*\d+)?(?:\s+½)?)\s+(.+)$/

/** An address in one line as number and name: "38 Stadium Rd" is 38 and Stadium Rd. */
export function streetOf(address: string): { street_number: string; street_name: string } {
  const [, street_number = '', street_name = address.trim()] = numberAndName.exec(address.trim()) ?? []
  return { street_number, street_name }
}
