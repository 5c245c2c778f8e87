import { body, defineRights, everybody } from '../../testing/rights.ts'
import { searchCalls } from './contract.ts'

/** A valid request for each call, and who may make it. */
export const rights = defineRights(searchCalls, {
  search: [everybody, body({ q: 'own' })],
})
