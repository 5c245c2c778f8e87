import sharp from 'sharp'
import { body, defineRights, nothing, type Request } from '../../testing/rights.ts'
import type { World } from '../../testing/world.ts'
import { brokerageListingCalls } from './contract.ts'

const home = {
  offer: 'sale',
  property_type: 'Detached',
  price: 900_000,
  street_number: '31',
  street_name: 'Beatrice St',
  city: 'Toronto',
}

/** A home whose agent is the account, or `agent` for people without an agent record. */
const addHome = async (world: World, account: string): Promise<number> =>
  world.one(
    `INSERT INTO brokerage_listings (status, offer, property_type, price, street_number, street_name, city, agent_id, created_at, updated_at)
     VALUES ('active', 'sale', 'Detached', 90000000, '31', 'Beatrice St', 'Toronto', $1, now(), now()) RETURNING id`,
    [await world.agentId(account)],
  )

const aboutHome =
  (fields: object = {}): Request =>
  async (world, account) => ({ path: { id: await addHome(world, account) }, body: fields })

const withPhoto: Request = async (world, account) => {
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#2862d3' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('photos', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'front.png')
  return { path: { id: await addHome(world, account) }, form }
}

const aboutPhoto: Request = async (world, account) => {
  const id = await addHome(world, account)
  const photoId = await world.one(
    `INSERT INTO brokerage_listing_photos (listing_id, position, file_name, created_at)
     VALUES ($1, 1, repeat('a', 32), now()) RETURNING id`,
    [id],
  )
  return { path: { id, photoId } }
}

/** Agents have the right by a feature that is on for all. */
const everybody = ['agent', 'agent2', 'teamlead', 'newagent', 'admin', 'deals', 'desk', 'super'] as const

/** A valid request for each call, and who may make it. */
export const rights = defineRights(brokerageListingCalls, {
  list: [everybody, nothing],
  create: [everybody, body(home)],
  get: [everybody, aboutHome()],
  update: [everybody, aboutHome({ price: 890_000 })],
  addPhotos: [everybody, withPhoto],
  removePhoto: [everybody, aboutPhoto],
})
