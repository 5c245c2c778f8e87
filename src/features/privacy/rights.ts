import { aboutLead, body, defineRights, nothing, office } from '../../testing/rights.ts'
import { privacyCalls } from './contract.ts'

/** A valid request for each call, and who may make it. */
export const rights = defineRights(privacyCalls, {
  erasures: [office, nothing],
  retention: [office, nothing],
  setRetention: [office, body({ quiet_months: null, deleted_months: null }), 'in turn'],
  preview: [office, aboutLead({}, 'leadId')],
  export: [office, aboutLead({}, 'leadId')],
  erase: [office, aboutLead({ reason: 'They asked for it.' }, 'leadId')],
})
