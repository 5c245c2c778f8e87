import {
  aboutLead,
  body,
  defineRights,
  everybody,
  leadPeople,
  nothing,
  type Request,
  reachesNone,
} from '../../testing/rights.ts'
import { leadCalls } from './contract/leads.ts'

const list: Request = () => ({ path: { list: 'leads' } })

/** A valid request for each call, and who may make it. */
export const rights = defineRights(leadCalls, {
  list: [leadPeople, list],
  count: [leadPeople, list],
  counts: [leadPeople, nothing],
  selectAll: [leadPeople, body({ tab: 'leads' })],
  get: [leadPeople, aboutLead()],
  // Who only matches leads to deals adds none.
  create: [
    leadPeople,
    world => ({
      body: { first_name: 'Made', email: `made${world.unused()}@leads.test` },
      refuses: ['deals'],
    }),
  ],
  update: [leadPeople, aboutLead({ first_name: 'Changed' })],
  remove: [leadPeople, async (world, account) => ({ path: { id: await world.lead(account, true) }, reachesNone })],
  restore: [
    leadPeople,
    async (world, account) => {
      const lead = await world.lead(account)
      const id = await world.one('UPDATE leads SET deleted_at = now() WHERE id = $1 RETURNING id', [lead])
      return { path: { id }, reachesNone }
    },
  ],
  removeMany: [leadPeople, async (world, account) => ({ body: { selected: [await world.lead(account, true)] } })],
  changeStatus: [leadPeople, aboutLead({ status_value: 2 })],
  changeStatuses: [
    leadPeople,
    async (world, account) => ({
      body: { selected: [await world.lead(account)], status_value: 3 },
    }),
  ],
  setRentalProfile: [leadPeople, aboutLead({ creditScore: 742 })],
  recallLinks: [leadPeople, aboutLead()],
  areas: [everybody, nothing],
  sites: [everybody, nothing],
  sources: [leadPeople, nothing],
})
