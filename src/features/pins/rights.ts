import { aboutLead, defineRights, leadPeople, nothing } from '../../testing/rights.ts'
import { pinCalls } from './contract.ts'

/** A valid request for each call, and who may make it. */
export const rights = defineRights(pinCalls, {
  list: [leadPeople, nothing],
  pin: [leadPeople, aboutLead()],
  // To unpin needs no sight of the lead: whoever lost it may still let go of it.
  unpin: [leadPeople, async (world, account) => ({ path: { id: await world.lead(account) } })],
})
