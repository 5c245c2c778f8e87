import { defineEvent } from '../../platform/server/events.ts'

/** A lead came for a listing: whose is it? Features that know listings of the brokerage add its agent. */
export interface AskedListing {
  /** The number of the listing service. */
  mls_number: string
  /** Agents of the listing while it is on the market, as listeners find them. */
  agent_ids: number[]
}
export const listingAsked = defineEvent<AskedListing>('listing asked')
