import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import { notFound } from '../../../platform/server/errors.ts'
import type { listingCalls } from '../contract.ts'
import { buildingsByIds, foundBuildings, listingByNumber, listingsByIds } from './queries/listings.ts'
import { feedState } from './queries/replication.ts'
import { refreshFeed } from './remote.ts'

export const listingHandlers: Handlers<typeof listingCalls> = {
  async get(ctx, { mls }) {
    const listing = await listingByNumber(ctx, mls)
    if (!listing) throw notFound('listing')
    return listing
  },
  cards: (ctx, { ids }) => listingsByIds(ctx, ids),
  buildings: (ctx, { search = '', ids }) => (ids ? buildingsByIds(ctx, ids) : foundBuildings(ctx, search)),
  feed: ctx => feedState(ctx),
  async refresh(ctx) {
    await refreshFeed(ctx)
    return feedState(ctx)
  },
}
