import { body, defineRights, everybody, nothing } from '../../testing/rights.ts'
import { googleAccountCalls } from './contract.ts'

/** A valid request for each call, and who may make it. */
export const rights = defineRights(googleAccountCalls, {
  account: [everybody, nothing],
  disconnect: [everybody, body({ service: 'mail' })],
})
