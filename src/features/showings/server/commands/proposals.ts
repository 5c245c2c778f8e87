import { TZDate } from '@date-fns/tz'
import { format } from 'date-fns'
import type { ReadContext } from '../../../../platform/server/context.ts'
import { listingsByIds } from '../../../listings/server/queries/listings.ts'
import { homesViewed } from '../../../milestones/server/queries.ts'
import type { ShowingProposals } from '../../contract.ts'
import { wantedHomes } from '../../events.ts'
import { rankHomes, timesToCome } from '../../rules.ts'

/** Homes that the form shows at most. */
const MAX_HOMES = 24

/** What a showing with a lead, whom the caller has checked, can begin with. */
export async function showingProposals(ctx: ReadContext, leadId: number): Promise<ShowingProposals> {
  const { asked, favourites } = await wantedHomes.gather(ctx, { lead_id: leadId })
  const ranked = rankHomes(asked, await homesViewed(ctx, leadId), favourites)
  const listings = await listingsByIds(
    ctx,
    ranked.map(({ listing_id }) => listing_id),
  )
  const known = new Map(listings.map(listing => [listing.id, listing]))
  const homes = ranked.flatMap(({ listing_id, asked: request, viewed, is_favourite }) => {
    const listing = known.get(listing_id)
    if (!listing || (listing.status !== 'active' && listing.status !== 'pending')) return []
    const { id, task_id, message } = request ?? {}
    return {
      listing,
      viewed,
      is_favourite,
      asked: id ? { id, task_id: task_id ?? null, message: message ?? '' } : null,
    }
  })
  const now = new TZDate(ctx.now, ctx.viewer.zone)
  return {
    homes: homes.slice(0, MAX_HOMES),
    times: timesToCome(asked, { date: format(now, 'yyyy-MM-dd'), time: format(now, 'HH:mm') }),
  }
}
