import { type Kysely, sql } from 'kysely'
import { type MlsPhoto, MlsProperty, MOST_PHOTOS } from '../../../integrations/mls/client.ts'
import { milestoneType } from '../../milestones/rules.ts'
import { incomingListing, incomingPhotos, photosChanged } from '../server/jobs/incoming.ts'
import { savePhotos } from '../server/queries/photos.ts'
import { moveCursor, noteRun, saveListings } from '../server/queries/replication.ts'
import { demoFeed } from './mlsFeed.ts'
import { demoPhotos } from './pictures.ts'

const BATCH = 1000

/** Puts in what the demo's listing service holds now, as if it had been read to here: from now on the replication goes on. */
export async function addListings(
  db: Kysely<unknown>,
  { seed, perDay, now }: { seed: number; perDay: number; now: Date },
): Promise<void> {
  const properties = demoFeed({ seed, perDay })
    .at(now)
    .map(record => MlsProperty.parse(record))
    .sort((a, b) => (orderKey(a) < orderKey(b) ? -1 : 1))
  for (let start = 0; start < properties.length; start += BATCH) {
    const some = properties.slice(start, start + BATCH)
    await saveListings({ db }, some.map(incomingListing))
    await savePhotos({ db }, some.map(photosChanged), incomingPhotos(some.flatMap(mediaOf), MOST_PHOTOS))
  }
  const last = properties.at(-1)
  if (last) await moveCursor({ db }, { modified_at: last.ModificationTimestamp, listing_key: last.ListingKey })
  await noteRun({ db, now }, null)
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

/**
 * Lets what the demo's leads looked at be homes of the listing service: of the neighbourhood that the timeline names, for
 * sale or for lease as the lead is. Somebody who looks around in one place sees some homes more than once.
 */
export async function showRealHomes(db: Kysely<unknown>): Promise<void> {
  await sql`
    WITH homes AS (
      SELECT id, mls_number, status, neighbourhood, offer, coalesce(unit || ' - ', '') || address AS address,
        '$' || to_char(price / 100, 'FM999,999,999') AS price,
        row_number() OVER around - 1 AS place, least(7, count(*) OVER (PARTITION BY neighbourhood, offer)) AS many
      FROM listings WINDOW around AS (PARTITION BY neighbourhood, offer ORDER BY status <> 'active', id DESC)
    )
    UPDATE milestones m SET description = h.address, value = h.price, link = '/listings/' || h.mls_number, model_id = h.id,
      model_type = CASE h.status WHEN 'active' THEN 'search_listing' ELSE 'search_archive_listing' END
    FROM leads l, homes h
    WHERE m.milestone_type_id IN (${milestoneType.propertyViewed}, ${milestoneType.favourite})
      AND m.model_type IN ('search_listing', 'search_archive_listing') AND l.id = m.lead_id
      AND h.neighbourhood = m.session->>'area'
      AND h.offer = CASE WHEN 'rental_lead' = ANY(l.roles) THEN 'lease' ELSE 'sale' END
      AND h.place = m.model_id % h.many`.execute(db)
  await sql`
    INSERT INTO listing_visits (lead_id, listing_id, favourite_at)
    SELECT lead_id, model_id, max(happened_at) FROM milestones
    WHERE milestone_type_id = ${milestoneType.favourite} AND link LIKE '/listings/%' GROUP BY 1, 2
    ON CONFLICT DO NOTHING`.execute(db)
}
