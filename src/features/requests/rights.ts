import { defineRights, leadPeople, reachesNone } from '../../testing/rights.ts'
import { requestCalls } from './contract.ts'

/** A valid request for each call, and who may make it. */
export const rights = defineRights(requestCalls, {
  list: [leadPeople, async (world, account) => ({ path: { leadId: await world.lead(account) }, reachesNone })],
})
