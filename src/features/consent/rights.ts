import { aboutLead, defineRights, leadPeople } from '../../testing/rights.ts'
import { consentCalls } from './contract.ts'

/** A valid request for each call, and who may make it. */
export const rights = defineRights(consentCalls, {
  list: [leadPeople, aboutLead()],
  proof: [leadPeople, aboutLead()],
  record: [leadPeople, aboutLead({ channel: 'text', kind: 'express', source: 'Phone call' })],
})
