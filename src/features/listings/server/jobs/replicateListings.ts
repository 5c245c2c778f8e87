import { z } from 'zod'
import {
  connectMls,
  type MlsClient,
  type MlsCursor,
  MlsError,
  type MlsPage,
} from '../../../../integrations/mls/client.ts'
import type { Change, JobContext } from '../../../../platform/server/context.ts'
import { defineJob, type Job } from '../../../../platform/server/jobs.ts'
import { takeListings } from '../commands.ts'
import { feedCursor, moveCursor, noteRun } from '../queries/replication.ts'
import { incomingListing } from './incoming.ts'

/** Listings of one answer, saved in one transaction. */
const PAGE = 500
/** A run stops after this long; the next one goes on where it stopped. */
const RUN_MS = 45_000

/** Keeps the listings in step with the listing service. A run that was killed goes on after the last page it saved. */
export const replicateListings: Job<Record<string, unknown>> = defineJob({
  name: 'replicate-listings',
  data: z.object({}),
  cron: '* * * * *',
  keyed: true,
  retryLimit: 0,
  expireInSeconds: 120,
  async run(ctx) {
    if (ctx.config.mls === null) return
    await readFeed(ctx, connectMls(ctx.config.mls))
  },
})

type Reading = Pick<JobContext, 'db' | 'log' | 'now'> & {
  transaction(work: (ctx: Change) => Promise<void>): Promise<void>
  signal: AbortSignal | null
}

/** Reads page after page until nothing is left; answers how many listings came. What fails is kept with the feed. */
export async function readFeed(ctx: Reading, client: MlsClient): Promise<number> {
  const startedAt = performance.now()
  let taken = 0
  try {
    for (;;) {
      const cursor = await feedCursor(ctx)
      const page = await client.changesAfter(cursor, PAGE)
      if (page.unreadable.length > 0) ctx.log.warn({ listings: page.unreadable }, 'listings that cannot be read')
      const isMine = await savePage(ctx, cursor, page)
      if (isMine) taken += page.properties.length
      if (page.isLast || !isMine) break
      if (ctx.signal?.aborted || performance.now() - startedAt > RUN_MS) return taken
    }
    await ctx.transaction(change => noteRun(change, null))
  } catch (error) {
    if (!(error instanceof MlsError)) throw error
    ctx.log.warn({ problem: error.message }, 'the listing service was not read to its end')
    await ctx.transaction(change => noteRun(change, error.message))
  }
  return taken
}

/** Page and cursor move together. Somebody else who read the same page was faster when the cursor is another one now. */
async function savePage(ctx: Reading, before: MlsCursor | null, page: MlsPage): Promise<boolean> {
  const { cursor, properties } = page
  if (!cursor) return true
  let isMine = true
  await ctx.transaction(async change => {
    const current = await feedCursor(change, true)
    isMine = current?.modified_at === before?.modified_at && current?.listing_key === before?.listing_key
    if (!isMine) return
    await takeListings(change, properties.map(incomingListing))
    await moveCursor(change, cursor)
  })
  return isMine
}
