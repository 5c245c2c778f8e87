import { testConfig } from '../../testing/config.ts'
import {
  aboutLead,
  body,
  defineRights,
  leadPeople,
  nothing,
  office,
  type Request,
  reachesNone,
} from '../../testing/rights.ts'
import type { World } from '../../testing/world.ts'
import { linkToken } from '../outbound/server/commands/links.ts'
import { alertCalls } from './contract/alerts.ts'

const keys = testConfig()

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
  await world.home()
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
async function failedEmail(world: World, account: string): Promise<number> {
  const { lead, alert: alert_id } = await alert(world, account)
  return world.one(
    `INSERT INTO alert_sends (alert_id, lead_id, due_at, state, homes)
     VALUES ($1, $2, now(), 'failed', jsonb_build_array(jsonb_build_object('listing_id', $3::int, 'price', 90000000)))
     RETURNING id`,
    [alert_id, lead, await world.home()],
  )
}

const aboutAlert =
  (fields: object = {}, isDeleted = false): Request =>
  async (world, account) => ({
    path: { id: (await alert(world, account, isDeleted)).alert },
    body: fields,
    reachesNone,
  })

const aboutReader =
  (fields: (world: World) => Promise<object>): Request =>
  async (world, account) => ({ path: { id: await world.lead(account) }, body: await fields(world), reachesNone })

const withToken =
  (fields: object, isHome = false): Request =>
  async world => {
    const lead_id = await reader(world, 'agent')
    return {
      path: { token: linkToken(keys, { lead_id, listing_id: isHome ? await world.home() : null }, new Date()) },
      body: fields,
    }
  }

/** A valid request for each call, and who may make it. */
export const rights = defineRights(alertCalls, {
  emails: [office, body({ state: 'failed', search: 'Reis' })],
  emailSummary: [office, nothing],
  retryEmail: [office, async (world, account) => ({ path: { id: await failedEmail(world, account) } })],
  retryEmails: [office, nothing, 'in turn'],
  list: [leadPeople, aboutReader(async () => ({ include_extra_details: 1 }))],
  createListing: [leadPeople, aboutReader(async () => ({ name: 'Homes', alert_frequency: 1, offer: 'sale' }))],
  createBuilding: [
    leadPeople,
    aboutReader(async world => ({
      name: 'One house',
      alert_frequency: 3,
      buildings: [await building(world)],
    })),
  ],
  proposal: [leadPeople, aboutLead()],
  matches: [leadPeople, async () => ({ body: { offer: 'sale', beds: 2 } })],
  update: [leadPeople, aboutAlert({ alert_frequency: 4 })],
  remove: [leadPeople, aboutAlert()],
  restore: [leadPeople, aboutAlert({}, true)],
  preview: [leadPeople, aboutAlert()],
  send: [leadPeople, aboutAlert()],
  interested: [leadPeople, async () => ({ path: { mls: 'C1' } })],
  sendHome: [
    leadPeople,
    async (world, account) => ({ path: { mls: 'C1' }, body: { lead_ids: [await world.lead(account)] } }),
  ],
  sendAll: [
    leadPeople,
    async (world, account) => ({
      path: { leadId: (await alert(world, account)).lead },
      body: { type: 'listing' },
      reachesNone,
    }),
  ],
  preferences: ['public', withToken({})],
  unsubscribe: ['public', withToken({ 'List-Unsubscribe': 'One-Click' })],
  visit: ['public', withToken({ action: 'favourite' }, true)],
  request: ['public', withToken({ kind: 'offer', price: 800_000 }, true)],
})
