import { listingAsked } from '../../distribution/events.ts'
import { agentsOfListing } from './queries.ts'

/** Says whose listing a new lead came for: its agent may be asked first. */
export function nameListingAgents(): void {
  listingAsked.on(async (ctx, { mls_number, agent_ids }) => {
    agent_ids.push(...(await agentsOfListing(ctx, mls_number)))
  })
}
