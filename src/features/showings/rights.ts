import { testConfig } from '../../testing/config.ts'
import { aboutLead, body, defineRights, leadPeople, nothing, type Request, reachesNone } from '../../testing/rights.ts'
import type { World } from '../../testing/world.ts'
import { showingCalls } from './contract.ts'
import { showingToken } from './server/commands/links.ts'

const keys = testConfig()
const TO_COME = '2099-11-28T19:00:00Z'

/** A showing with a lead of the account that can be written to. */
async function showing(world: World, account: string, deleted: Date | null = null): Promise<number> {
  const lead = await world.lead(account)
  await world.one(`UPDATE leads SET email = 'lead' || id || '@people.test' WHERE id = $1 RETURNING id`, [lead])
  return world.one(
    `INSERT INTO showings (lead_id, address_formatted, starts_at, ends_at, deleted_at)
     VALUES ($1, '38 Stadium Rd', $3::timestamptz, $3::timestamptz + interval '30 minutes', $2) RETURNING id`,
    [lead, deleted, TO_COME],
  )
}

const aboutShowing =
  (fields: object = {}, deleted: Date | null = null): Request =>
  async (world, account) => ({ path: { id: await showing(world, account, deleted) }, body: fields, reachesNone })

const withToken =
  (fields: object = {}): Request =>
  async world => ({ path: { token: showingToken(keys, await showing(world, 'agent'), new Date()) }, body: fields })

const times = { date: '2026-11-28', time_start: '14:00:00' }

/** A valid request for each call, and who may make it. */
export const rights = defineRights(showingCalls, {
  list: [leadPeople, aboutLead({}, 'leadId')],
  create: [leadPeople, aboutLead({ address_formatted: '38 Stadium Rd', ...times }, 'leadId')],
  update: [leadPeople, aboutShowing({ status: 'confirmed' })],
  remove: [leadPeople, aboutShowing()],
  restore: [leadPeople, aboutShowing({}, new Date())],
  calendar: [leadPeople, aboutShowing()],
  plan: [leadPeople, aboutLead(times, 'leadId')],
  proposals: [leadPeople, aboutLead({}, 'leadId')],
  calendarOf: [leadPeople, body({ dateStart: '2026-11-01', dateEnd: '2026-11-30' })],
  answers: [leadPeople, nothing],
  homes: [leadPeople, body({ search: 'stadium' })],
  notify: [leadPeople, aboutShowing()],
  visit: ['public', withToken()],
  answer: ['public', withToken({ answer: 'confirmed', starts_at: TO_COME })],
  visitCalendar: ['public', withToken()],
})
