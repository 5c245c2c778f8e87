import { connectMls } from '../../../integrations/mls/client.ts'
import type { RemoteContext } from '../../../platform/server/context.ts'
import { readFeed } from './jobs/replicateListings.ts'

/** Reads the feed for somebody who does not want to wait for the next run. */
export async function refreshFeed(ctx: RemoteContext): Promise<void> {
  if (ctx.config.mls !== null) await readFeed({ ...ctx, signal: null }, connectMls(ctx.config.mls))
}
