import type { Change } from '../../../platform/server/context.ts'
import { listingsChanged } from '../events.ts'
import { addedKey, REPLICATION } from '../rules.ts'
import { addDemoListing } from './queries/demoListings.ts'
import { type IncomingListing, saveListings } from './queries/replication.ts'

/** More ids than this in one message say "anything". */
const MAX_PUBLISHED = 200

/** Takes listings over and tells, in the same transaction, which appeared on the market or changed their price. */
export async function receiveListings(ctx: Change, listings: readonly IncomingListing[]): Promise<void> {
  const changed = await saveListings(ctx, listings)
  if (changed.length > 0) await listingsChanged.emit(ctx, { listings: changed })
  ctx.changed('listings', changed.length > MAX_PUBLISHED ? [] : changed.map(({ id }) => id), ['everyone'])
}

/**
 * Has the listing service of a demo hold another home from now on, or another price of one, and reads the service at once. Answers the
 * home's MLS number.
 */
export async function changeDemoListings(
  ctx: Change,
  change: { mls_number: string; price: number } | null,
): Promise<string> {
  const row = await addDemoListing(ctx, change)
  await ctx.enqueue({ name: REPLICATION }, {})
  return row.mls_number ?? addedKey(row)
}
