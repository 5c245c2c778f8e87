import { linkToken } from '../../../features/alerts/server/commands/links.ts'
import { readConfig } from '../../../platform/server/config.ts'
import { body, nothing, type Requests, reachesNone } from '../ask.ts'
import type { World } from '../world.ts'

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

/** An e-mail that did not go out, with the home that was in it. */
async function failedLetter(world: World, account: string): Promise<number> {
  const { lead, alert: alert_id } = await alert(world, account)
  return world.one(
    `INSERT INTO alert_sends (alert_id, lead_id, due_at, state, homes)
     VALUES ($1, $2, now(), 'failed', jsonb_build_array(jsonb_build_object('listing_id', $3::int, 'price', 90000000)))
     RETURNING id`,
    [alert_id, lead, await home(world)],
  )
}

const aboutAlert =
  (fields: object = {}, isDeleted = false): Requests[string] =>
  async (world, account) => ({
    path: { id: (await alert(world, account, isDeleted)).alert },
    body: fields,
    reachesNone,
  })

const aboutReader =
  (fields: (world: World) => Promise<object>): Requests[string] =>
  async (world, account) => ({ path: { id: await world.lead(account) }, body: await fields(world), reachesNone })

const withToken =
  (fields: object, isHome = false): Requests[string] =>
  async world => {
    const lead_id = await reader(world, 'agent')
    return {
      path: { token: linkToken(keys, { lead_id, listing_id: isHome ? await home(world) : null }, new Date()) },
      body: fields,
    }
  }

/** Homes and the alerts that find them. */
export const alertRequests: Requests = {
  'listings.cards': body({ ids: [1] }),
  'listings.buildings': body({ search: 'fleet' }),
  'listings.feed': nothing,
  'listings.refresh': nothing,
  'listings.get': async world => {
    await home(world)
    return { path: { mls: 'T1' } }
  },
  'alerts.letters': body({ state: 'failed', search: 'Reis' }),
  'alerts.letterSummary': nothing,
  'alerts.retryLetter': async (world, account) => ({ path: { id: await failedLetter(world, account) } }),
  'alerts.retryLetters': nothing,
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
  'alerts.request': withToken({ kind: 'offer', price: 800_000 }, true),
  'requests.list': async (world, account) => ({ path: { leadId: await world.lead(account) }, reachesNone }),
}
