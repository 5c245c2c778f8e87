import { defineRights, everybody, nothing } from '../../testing/rights.ts'
import { outboxCalls } from './contract.ts'

/** A valid request for each call, and who may make it. */
export const rights = defineRights(outboxCalls, {
  list: [everybody, nothing],
  get: [everybody, 'no record'],
  source: [everybody, 'no record'],
  attachment: [everybody, 'no record'],
})
