import { addDays } from 'date-fns'
import { hashOfToken } from '../../platform/server/secrets.ts'
import { dayAfter, wallClock } from '../../platform/wire/days.ts'
import { region } from '../../product/region/region.ts'
import { defineRights, everybody, type Request } from '../../testing/rights.ts'
import type { World } from '../../testing/world.ts'
import { openHouseCalls } from './contract.ts'

const tomorrow = (): string => dayAfter(wallClock(new Date(), region.zone).day, 1)
const hours = () => ({ date: tomorrow(), from: '14:00', to: '16:00' })

/** A home whose agent is the account, or `agent` for people without an agent record. */
const addHome = async (world: World, account: string): Promise<number> =>
  world.one(
    `INSERT INTO brokerage_listings (status, offer, property_type, price, street_number, street_name, city, agent_id, created_at, updated_at)
     VALUES ('active', 'sale', 'Detached', 90000000, '31', 'Beatrice St', 'Toronto', $1, now(), now()) RETURNING id`,
    [await world.agentId(account)],
  )

/** An open house of theirs, by whose link visitors may sign in now. */
async function addOpenHouse(world: World, account: string): Promise<{ id: number; token: string }> {
  const token = `rights-${world.unused()}-${account}`
  const id = await world.one(
    `INSERT INTO open_houses (listing_id, starts_at, ends_at, token_hash, sealed_token, created_at, updated_at)
     VALUES ($1, now(), $2, $3, '', now(), now()) RETURNING id`,
    [await addHome(world, account), addDays(new Date(), 1), hashOfToken(token)],
  )
  return { id, token }
}

const aboutHome =
  (fields: () => object): Request =>
  async (world, account) => ({ path: { id: await addHome(world, account) }, body: fields() })

const aboutOpenHouse =
  (fields: () => object = () => ({})): Request =>
  async (world, account) => ({ path: { id: (await addOpenHouse(world, account)).id }, body: fields() })

const byLink =
  (fields: () => object = () => ({})): Request =>
  async (world, account) => ({ path: { token: (await addOpenHouse(world, account)).token }, body: fields() })

const visitor = () => ({ sign_in_id: crypto.randomUUID(), name: 'Ada Lovelace', email: 'ada@people.test' })

/** A valid request for each call, and who may make it. */
export const rights = defineRights(openHouseCalls, {
  list: [everybody, aboutHome(() => ({}))],
  plan: [everybody, aboutHome(hours)],
  update: [everybody, aboutOpenHouse(hours)],
  cancel: [everybody, aboutOpenHouse()],
  renewLink: [everybody, aboutOpenHouse()],
  visitors: [everybody, aboutOpenHouse()],
  signInPage: ['public', byLink()],
  signIn: ['public', byLink(visitor)],
})
