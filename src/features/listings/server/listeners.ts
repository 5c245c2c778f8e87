import { MAX_FOUND } from '../../search/contract.ts'
import { searchResults } from '../../search/events.ts'
import { homeFacts, listingPath } from '../rules.ts'
import { foundListings } from './queries/listings.ts'

const money = new Intl.NumberFormat('en-CA')

/** Lets the command palette find homes of the listing service. */
export function contributeListings(): void {
  searchResults.from(async (ctx, { q }) => {
    const listings = await foundListings(ctx, q, MAX_FOUND)
    return {
      listings: listings.map(listing => ({
        id: listing.id,
        title: `${listing.address}, ${listing.city}`,
        detail: [listing.neighbourhood, `$${money.format(listing.price)}`, homeFacts(listing), listing.mls_number]
          .filter(Boolean)
          .join(' · '),
        path: listingPath(listing.mls_number),
      })),
    }
  })
}
