import { aboutLead, defineRights, leadPeople } from '../../testing/rights.ts'
import { timelineCalls } from './contract.ts'

/** A valid request for each call, and who may make it. */
export const rights = defineRights(timelineCalls, {
  list: [leadPeople, aboutLead({}, 'leadId')],
})
