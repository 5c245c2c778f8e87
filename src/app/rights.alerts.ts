import { linkToken } from '../features/alerts/server/commands/links.ts'
import { readConfig } from '../platform/server/config.ts'

/** What of the world these requests need. */
interface World {
  one(sql: string, values?: unknown[]): Promise<number>
  lead(account: string): Promise<number>
}

interface Ask {
  path?: Record<string, string | number>
  body?: object
  reachesNone?: readonly string[]
}

type Request = (world: World, account: string) => Promise<Ask>

/** Has the right to look leads up, and reaches none here. */
const reachesNone = ['deals']
const keys = readConfig({ NODE_ENV: 'test' })

const home = ({ one }: World): Promise<number> =>
  one(
    `INSERT INTO listings (mls_number, status, offer, property_type, price, address, city, listed_at, modified_at)
     VALUES ('T1', 'active', 'sale', 'Detached', 90000000, '1 Test St', 'Toronto', now(), now())
     ON CONFLICT (mls_number) DO UPDATE SET status = 'active' RETURNING id`,
  )

const building = ({ one }: World): Promise<number> =>
  one(
    `INSERT INTO buildings (key, name, address, city) VALUES ('1 test', 'Test', '1 Test St', 'Toronto')
     ON CONFLICT (key) DO UPDATE SET name = 'Test' RETURNING id`,
  )

/** A lead that may be sent alerts. */
async function reader(world: World, account: string): Promise<number> {
  const lead = await world.lead(account)
  await world.one(
    `UPDATE leads SET email = 'lead' || id || '@people.test', subscribed_alert = true, last_contacted_at = now()
     WHERE id = $1 RETURNING id`,
    [lead],
  )
  return world.one(
    `INSERT INTO lead_consents (lead_id, channel, kind, source, given_at) VALUES ($1, 'email', 'express', 'Form', now())
     RETURNING lead_id AS id`,
    [lead],
  )
}

async function alert(world: World, account: string, isDeleted = false): Promise<{ lead: number; alert: number }> {
  await home(world)
  const lead = await reader(world, account)
  const made = await world.one(
    `INSERT INTO alerts (lead_id, kind, name, alert_frequency, criteria, deleted_at)
     VALUES ($1, 'listing', 'Anything', 2, '{"offer":"sale","areas":[],"buildings":[],"types":[],"price_min":null,
       "price_max":null,"beds":null,"baths":null,"keywords":[]}', CASE WHEN $2 THEN now() END) RETURNING id`,
    [lead, isDeleted],
  )
  return { lead, alert: made }
}

const aboutAlert =
  (body: object = {}, isDeleted = false): Request =>
  async (world, account) => ({ path: { id: (await alert(world, account, isDeleted)).alert }, body, reachesNone })

const aboutReader =
  (body: (world: World) => Promise<object>): Request =>
  async (world, account) => ({ path: { id: await world.lead(account) }, body: await body(world), reachesNone })

const withToken =
  (body: object, isHome = false): Request =>
  async world => {
    const lead_id = await reader(world, 'agent')
    return { path: { token: linkToken(keys, { lead_id, listing_id: isHome ? await home(world) : null }) }, body }
  }

/** Valid requests of homes and their alerts. */
export const alertRequests: Readonly<Record<string, Request>> = {
  'listings.get': async world => {
    await home(world)
    return { path: { mls: 'T1' } }
  },
  'alerts.list': aboutReader(async () => ({ include_extra_details: 1 })),
  'alerts.createListing': aboutReader(async () => ({ name: 'Homes', alert_frequency: 1, offer: 'sale' })),
  'alerts.createBuilding': aboutReader(async world => ({
    name: 'One house',
    alert_frequency: 3,
    buildings: [await building(world)],
  })),
  'alerts.matches': async () => ({ body: { offer: 'sale', beds: 2 } }),
  'alerts.update': aboutAlert({ alert_frequency: 4 }),
  'alerts.remove': aboutAlert(),
  'alerts.restore': aboutAlert({}, true),
  'alerts.preview': aboutAlert(),
  'alerts.send': aboutAlert(),
  'alerts.sendAll': async (world, account) => ({
    path: { leadId: (await alert(world, account)).lead },
    body: { type: 'listing' },
    reachesNone,
  }),
  'alerts.preferences': withToken({}),
  'alerts.unsubscribe': withToken({ 'List-Unsubscribe': 'One-Click' }),
  'alerts.visit': withToken({ act: 'favourite' }, true),
}
