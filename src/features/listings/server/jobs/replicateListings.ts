import { z } from 'zod'
import {
  connectMls,
  MAX_PHOTOS,
  type MlsClient,
  type MlsCursor,
  MlsError,
  type MlsPage,
} from '../../../../integrations/mls/client.ts'
import type { Change, JobContext } from '../../../../platform/server/context.ts'
import { defineJob, type Job } from '../../../../platform/server/jobs/jobs.ts'
import { REPLICATION } from '../../rules.ts'
import { receiveListings } from '../commands.ts'
import {
  type IncomingPhoto,
  type PhotosChanged,
  recordPhotosChanged,
  savePhotos,
  unreadPhotos,
  withUnreadPhotos,
} from '../queries/photos.ts'
import { endListings, feedCursor, moveCursor, recordRun } from '../queries/replication.ts'
import { endedListings, incomingListing, incomingPhotos, photosChanged } from './incoming.ts'

/** Listings of one answer, saved in one transaction. */
const PAGE = 500
/** A run stops after this long; the next one goes on where it stopped. */
const RUN_MS = 45_000

/** Keeps the listings in step with the listing service. A run that was killed goes on after the last page it saved. */
export const replicateListings: Job<Record<string, unknown>> = defineJob({
  name: REPLICATION,
  title: 'Read the listing feed',
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
      const photos = await photosOfPage(ctx, client, page)
      const isMine = await savePage(ctx, cursor, page, photos)
      if (isMine) taken += page.properties.length
      if (page.isLast || !isMine) break
      if (ctx.signal?.aborted || performance.now() - startedAt > RUN_MS) return taken
    }
    await readLatePhotos(ctx, client)
    await ctx.transaction(change => recordRun(change, null))
  } catch (error) {
    if (!(error instanceof MlsError)) throw error
    ctx.log.warn({ problem: error.message }, 'the listing service was not read to its end')
    await ctx.transaction(change => recordRun(change, error.message))
  }
  return taken
}

/** Photos that were read, and of which listings: those are without any others. */
interface ReadPhotos {
  listings: readonly PhotosChanged[]
  photos: readonly IncomingPhoto[]
}

/** Photos that could not be read in earlier runs are asked for again, so many in one run. */
const MAX_DELAY = 500

/**
 * The photos of a page's listings, where they changed: read before the listings are told of, so that the first e-mail
 * about a home has its picture. A service that does not give its photos still gives its listings.
 */
async function photosOfPage(ctx: Reading, client: MlsClient, { properties }: MlsPage): Promise<ReadPhotos> {
  const shown = properties.map(photosChanged)
  const unread = new Set(await withUnreadPhotos(ctx, shown))
  return readPhotos(
    ctx,
    client,
    shown.filter(({ mls_number }) => unread.has(mls_number)),
  )
}

async function readPhotos(ctx: Reading, client: MlsClient, listings: readonly PhotosChanged[]): Promise<ReadPhotos> {
  if (listings.length === 0) return { listings, photos: [] }
  try {
    const photos = await client.photosOf(listings.map(({ mls_number }) => mls_number))
    return { listings, photos: incomingPhotos(photos, MAX_PHOTOS) }
  } catch (error) {
    if (!(error instanceof MlsError)) throw error
    ctx.log.warn({ problem: error.message }, 'photos of listings could not be read')
    return { listings: [], photos: [] }
  }
}

async function readLatePhotos(ctx: Reading, client: MlsClient): Promise<void> {
  const { listings, photos } = await readPhotos(ctx, client, await unreadPhotos(ctx, MAX_DELAY))
  if (listings.length > 0) await ctx.transaction(change => savePhotos(change, listings, photos))
}

/** Page and cursor move together. Somebody else who read the same page was faster when the cursor is another one now. */
async function savePage(
  ctx: Reading,
  before: MlsCursor | null,
  page: MlsPage,
  { listings, photos }: ReadPhotos,
): Promise<boolean> {
  const { cursor, properties, states } = page
  if (!cursor) return true
  let isMine = true
  await ctx.transaction(async change => {
    const current = await feedCursor(change, true)
    isMine = current?.modified_at === before?.modified_at && current?.listing_key === before?.listing_key
    if (!isMine) return
    await receiveListings(change, properties.map(incomingListing))
    await endListings(change, endedListings(states))
    await recordPhotosChanged(change, properties.map(photosChanged))
    if (listings.length > 0) await savePhotos(change, listings, photos)
    await moveCursor(change, cursor)
  })
  return isMine
}
