import { showingToken } from '../../../features/showings/server/commands/links.ts'
import { readConfig } from '../../../platform/server/config.ts'
import { aboutLead, body, nothing, type Requests, reachesNone } from '../ask.ts'
import type { World } from '../world.ts'

const keys = readConfig({ NODE_ENV: 'test' })
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
  (fields: object = {}, deleted: Date | null = null): Requests[string] =>
  async (world, account) => ({ path: { id: await showing(world, account, deleted) }, body: fields, reachesNone })

const withToken =
  (fields: object = {}): Requests[string] =>
  async world => ({ path: { token: showingToken(keys, await showing(world, 'agent'), new Date()) }, body: fields })

const times = { date: '2026-11-28', time_start: '14:00:00' }

/** Visits of homes, and what their clients answer. */
export const showingRequests: Requests = {
  'showings.list': aboutLead({}, 'leadId'),
  'showings.create': aboutLead({ address_formatted: '38 Stadium Rd', ...times }, 'leadId'),
  'showings.plan': aboutLead(times, 'leadId'),
  'showings.calendarOf': body({ dateStart: '2026-11-01', dateEnd: '2026-11-30' }),
  'showings.answers': nothing,
  'showings.homes': body({ search: 'stadium' }),
  'showings.update': aboutShowing({ status: 'confirmed' }),
  'showings.remove': aboutShowing(),
  'showings.restore': aboutShowing({}, new Date()),
  'showings.tell': aboutShowing(),
  'showings.calendar': aboutShowing(),
  'showings.visit': withToken(),
  'showings.answer': withToken({ answer: 'confirmed', starts_at: TO_COME }),
  'showings.visitCalendar': withToken(),
}
