import type { Kysely } from 'kysely'
import { incomingListing } from '../../features/listings/server/jobs/incoming.ts'
import { moveCursor, noteRun, saveListings } from '../../features/listings/server/queries/replication.ts'
import { MlsProperty } from '../../integrations/mls/client.ts'
import { demoFeed } from './mlsFeed.ts'

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
  for (let start = 0; start < properties.length; start += BATCH)
    await saveListings({ db }, properties.slice(start, start + BATCH).map(incomingListing))
  const last = properties.at(-1)
  if (last) await moveCursor({ db }, { modified_at: last.ModificationTimestamp, listing_key: last.ListingKey })
  await noteRun({ db, now }, null)
}

const orderKey = ({ ModificationTimestamp, ListingKey }: MlsProperty) => `${ModificationTimestamp} ${ListingKey}`
