import { body, defineRights, leadPeople, nothing, office, type Request, reachesNone } from '../../testing/rights.ts'
import type { World } from '../../testing/world.ts'
import { callingCalls } from './contract.ts'

/** A call with a lead of the account. */
async function call(world: World, account: string): Promise<number> {
  return world.one(
    `INSERT INTO calls (lead_id, user_id, direction, state) VALUES ($1, $2, 'outbound', 'ended') RETURNING id`,
    [await world.lead(account), await world.userId(account)],
  )
}

/** A call that the account is in. */
const goingOn =
  (body: object): Request =>
  async (world, account) => ({
    path: {
      id: await world.one(
        `INSERT INTO calls (lead_id, user_id, direction, state, lead_leg, bridged, connected_at)
         VALUES ($1, $2, 'outbound', 'connected', gen_random_uuid()::text, 'lead', now()) RETURNING id`,
        [await world.lead(account), await world.userId(account)],
      ),
    },
    body,
  })

/** Handed to somebody else than oneself. */
const handedOver: Request = async (world, account) =>
  goingOn({ user_id: await world.userId(account === 'agent' ? 'agent2' : 'agent') })(world, account)

/** A call that rings for the account. */
const ringing: Request = async (world, account) => ({
  path: {
    id: await world.one(
      `INSERT INTO calls (direction, state, rings) VALUES ('inbound', 'ringing', ARRAY[$1::int]) RETURNING id`,
      [await world.userId(account)],
    ),
  },
})

const ofLead: Request = async (world, account) => ({ body: { lead_id: await world.lead(account) }, reachesNone })

const toCallable: Request = async (world, account) => {
  const id = await world.lead(account)
  await world.one(`UPDATE leads SET phone = '+1416555' || lpad(id::text, 4, '0') WHERE id = $1 RETURNING id`, [id])
  return { body: { lead_id: id, confirmed: true }, reachesNone }
}

/** A valid request for each call, and who may make it. */
export const rights = defineRights(callingCalls, {
  token: [leadPeople, nothing],
  list: [leadPeople, ofLead],
  prepare: [leadPeople, toCallable],
  ringing: [leadPeople, nothing],
  decline: [leadPeople, ringing],
  line: [leadPeople, goingOn({})],
  hold: [leadPeople, goingOn({ held: false })],
  consult: [leadPeople, goingOn({ user_id: null })],
  transfer: [leadPeople, handedOver],
  record: [leadPeople, goingOn({ action: 'refuse' })],
  // What can be heard is a file, which nobody has yet.
  audio: [leadPeople, 'no record'],
  sipDial: [leadPeople, 'no record'],
  sipRing: [leadPeople, 'no record'],
  sipReport: [leadPeople, 'no record'],
  sipTarget: [leadPeople, 'no record'],
  sipSetup: [office, nothing],
  setExtension: [office, 'no record'],
  settings: [office, nothing],
  setSettings: [office, body({ keep_days: 30 })],
  outcome: [
    leadPeople,
    async (world, account) => ({
      path: { id: await call(world, account) },
      body: { outcome: 'connected', notes: 'Wants a terrace.' },
      reachesNone,
    }),
  ],
})
