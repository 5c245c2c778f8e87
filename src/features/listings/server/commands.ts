import type { Change } from '../../../platform/server/context.ts'
import { listingsChanged } from '../events.ts'
import { type IncomingListing, saveListings } from './queries/replication.ts'

/** More ids than this in one message say "anything". */
const MAX_PUBLISHED = 200

/** Takes listings over and tells, in the same transaction, which appeared on the market or changed their price. */
export async function receiveListings(ctx: Change, listings: readonly IncomingListing[]): Promise<void> {
  const changed = await saveListings(ctx, listings)
  if (changed.length > 0) await listingsChanged.emit(ctx, { listings: changed })
  ctx.changed('listings', changed.length > MAX_PUBLISHED ? [] : changed.map(({ id }) => id), ['everyone'])
}
