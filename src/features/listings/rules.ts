import type { ListingStatus, Offer } from './contract.ts'

/** What the listing service calls a state, in the product's words; what is not known is off the market. */
export function statusOf(standardStatus: string): ListingStatus {
  switch (standardStatus) {
    case 'Active':
    case 'Coming Soon':
      return 'active'
    case 'Active Under Contract':
    case 'Pending':
      return 'pending'
    case 'Closed':
      return 'closed'
    case 'Expired':
      return 'expired'
    default:
      return 'withdrawn'
  }
}

/** "For Lease", "For Sub-Lease" and the like are leases; everything else is for sale. */
export const offerOf = (transactionType: string): Offer => (/lease|rent/i.test(transactionType) ? 'lease' : 'sale')

/** The middle of a range such as "600-699"; `null` when there is no number in it. */
export function squareFeetOf(range: string | null | undefined): number | null {
  const numbers = (range ?? '').match(/\d+/g)?.map(Number) ?? []
  const [low, high] = numbers
  if (low === undefined) return null
  return Math.round((low + (high ?? low)) / 2)
}

/** A municipality without the district that the listing service puts behind it: "Toronto C01" is Toronto. */
export const municipalityOf = (city: string): string => city.replace(/\s+[CEW]\d{2}$/, '').trim()

/** What is the same for every home of a house: number, street and city; `null` for a house of one home. */
export function buildingKeyOf(home: {
  street: string
  city: string
  unit: string | null
  propertyType: string
}): string | null {
  if (!home.unit || !/condo|apartment|loft/i.test(home.propertyType)) return null
  const folded = (text: string) =>
    text
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')
      .trim()
  return `${folded(home.street)}, ${folded(home.city)}`
}

/** "2+1 bed · 2 bath · 650 sq ft". */
export function homeFacts(home: { beds: number; beds_plus: number; baths: number; sqft: number | null }): string {
  const beds = home.beds === 0 && home.beds_plus === 0 ? 'Studio' : `${home.beds}${plus(home.beds_plus)} bed`
  return [beds, `${home.baths} bath`, home.sqft ? `${home.sqft.toLocaleString('en-CA')} sq ft` : '']
    .filter(Boolean)
    .join(' · ')
}

const plus = (count: number) => (count > 0 ? `+${count}` : '')

/** Where a signed-in person reads about a listing. */
export const listingPath = (mls_number: string): string => `/listings/${encodeURIComponent(mls_number)}`

/** Widths in which photos are kept: of a thumbnail, of a card, and of the whole screen. */
export const photoWidths = [240, 640, 1280] as const
export type PhotoWidth = (typeof photoWidths)[number]

/** Where the photos of a home are: its first one is this with `/1`. */
export const photoBase = (mls_number: string): string => `/photos/${encodeURIComponent(mls_number)}`

/** Where a photo is in one of the widths; they count from 1. */
export const photoPath = (base: string, n: number, width: PhotoWidth): string => `${base}/${n}?w=${width}`

/** Numbers of homes that were made to appear in a demo begin here: those that come by its clock stay below. */
const FIRST_ADDED = 14_000_000

/** The MLS number of a home that was made to appear, by the row that says so. */
export const addedKey = ({ id }: { id: number }): string => `X${FIRST_ADDED + id}`

/** The job that keeps the listings in step with the listing service. */
export const REPLICATION = 'replicate-listings'
