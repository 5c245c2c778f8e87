import { aboutLead, defineRights, leadPeople, nothing } from '../../testing/rights.ts'
import { pinCalls } from './contract.ts'

/** A valid request for each call, and who may make it. */
export const rights = defineRights(pinCalls, {
  list: [leadPeople, nothing],
  pin: [leadPeople, aboutLead()],
  unpin: [leadPeople, aboutLead()],
})
