import { defineRights, nothing, office } from '../../testing/rights.ts'
import { auditCalls } from './contract.ts'

/** A valid request for each call, and who may make it. */
export const rights = defineRights(auditCalls, {
  list: [office, nothing],
})
