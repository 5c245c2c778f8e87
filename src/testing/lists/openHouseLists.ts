import type { World } from '../world.ts'
import { addBrokerageListings } from './businessRows.ts'

/** Open houses of one home of the agent, some of which begin at the same moment. */
async function addOpenHouses(world: World): Promise<{ listing: number; house: number }> {
  const listing = await addBrokerageListings(world)
  await world.one('UPDATE brokerage_listings SET agent_id = $2 WHERE id = $1 RETURNING id', [
    listing,
    await world.agentId('agent'),
  ])
  const house = await world.one(
    `INSERT INTO open_houses (listing_id, starts_at, ends_at, token_hash, sealed_token, created_at, updated_at)
     SELECT $1, '2026-11-20T15:00:00Z', '2026-11-20T17:00:00Z', decode(md5(random()::text), 'hex'), '', now(), now()
     FROM generate_series(1, 5) RETURNING id`,
    [listing],
  )
  return { listing, house }
}

/** What the lists of open houses have rows of. */
export const openHouseLists = {
  'open-houses.list': {
    make: async ({ world }: { world: World }) => ({ path: { id: (await addOpenHouses(world)).listing } }),
  },
  'open-houses.visitors': {
    make: async ({ world }: { world: World }) => {
      const { house } = await addOpenHouses(world)
      await world.one(
        `INSERT INTO open_house_visitors (open_house_id, sign_in_id, name, signed_at, created_at)
         SELECT $1, gen_random_uuid(), 'Visitor ' || place, '2026-11-20T15:30:00Z', now() FROM generate_series(1, 5) AS place
         RETURNING id`,
        [house],
      )
      return { path: { id: house } }
    },
  },
} as const
