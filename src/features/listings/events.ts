import { defineEvent } from '../../platform/server/events.ts'

/** A listing that appeared, or whose price changed. Prices in cents. */
export interface ChangedListing {
  id: number
  price: number
  /** `null` for a listing that is new on the market. */
  price_before: number | null
}

/** Listings that are on the market appeared there or changed their price, as many as one page of the feed brought. */
export const listingsChanged = defineEvent<{ listings: readonly ChangedListing[] }>('listings changed')
