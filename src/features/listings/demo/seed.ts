import { MAX_PHOTOS, type MlsPhoto, MlsProperty } from '../../../integrations/mls/client.ts'
import { serveDemoMls } from '../../../integrations/mls/fake.ts'
import { DEMO_SEED, type Demo, type DemoHost, type DemoPart, type DemoProvider } from '../../../platform/demo/part.ts'
import type { Config } from '../../../platform/server/config.ts'
import { incomingListing, incomingPhotos, photosChanged } from '../server/jobs/incoming.ts'
import { demoListingChanges } from '../server/queries/demoListings.ts'
import { savePhotos } from '../server/queries/photos.ts'
import { moveCursor, recordRun, saveListings } from '../server/queries/replication.ts'
import { demoFeed, type FeedChange, withChanges } from './mlsFeed.ts'
import { demoPhotoFile, demoPhotos } from './pictures.ts'

const BATCH = 1000

/** The homes of a listing service that runs beside the demo. */
export const demo: DemoPart = {
  fill: filled => addListings(filled, filled.wanted.listings ?? 0),
  provide,
}

/** Homes come and change by the clock, and as the database says that they were made to: every process of a demo sees the same ones. */
async function provide({ mls, demoListings }: Config, host: Promise<DemoHost>): Promise<DemoProvider | null> {
  if (mls !== null || demoListings === 0) return null
  const feed = demoFeed({ seed: DEMO_SEED, perDay: demoListings })
  const { url, token, close } = await serveDemoMls({
    properties: async () => withChanges(feed.at(new Date()), await changesIn(await host), DEMO_SEED),
    photosOf: demoPhotos,
    photoFile: demoPhotoFile,
  })
  return { config: { mls: { url, token } }, close }
}

async function changesIn({ transaction }: DemoHost): Promise<FeedChange[]> {
  const changes: FeedChange[] = []
  await transaction('demo listings', async ctx => {
    for (const { at, ...change } of await demoListingChanges(ctx)) changes.push({ ...change, at: new Date(at) })
  })
  return changes
}

/** Puts in what the demo's listing service holds now, as if it had been read to here: from now on the replication goes on. */
async function addListings({ db, seed, now }: Demo, perDay: number): Promise<void> {
  const properties = demoFeed({ seed, perDay })
    .at(now)
    .map(record => MlsProperty.parse(record))
    .sort((a, b) => (orderKey(a) < orderKey(b) ? -1 : 1))
  for (let start = 0; start < properties.length; start += BATCH) {
    const some = properties.slice(start, start + BATCH)
    await saveListings({ db }, some.map(incomingListing))
    await savePhotos({ db }, some.map(photosChanged), incomingPhotos(some.flatMap(mediaOf), MAX_PHOTOS))
  }
  const last = properties.at(-1)
  if (last) await moveCursor({ db }, { modified_at: last.ModificationTimestamp, listing_key: last.ListingKey })
  await recordRun({ db, now }, null)
}

/** What the service says of the photos; their files it serves itself. */
const mediaOf = (property: MlsProperty): MlsPhoto[] =>
  demoPhotos(property).map(({ ShortDescription }, order) => ({
    media_key: `${property.ListingKey}-${order}-l`,
    listing_key: property.ListingKey,
    url: `/files/${encodeURIComponent(property.ListingKey)}/${order}.jpg`,
    caption: ShortDescription,
    modified_at: property.PhotosChangeTimestamp ?? '',
  }))

const orderKey = ({ ModificationTimestamp, ListingKey }: MlsProperty) => `${ModificationTimestamp} ${ListingKey}`
