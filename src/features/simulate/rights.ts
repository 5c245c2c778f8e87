import { defineRights, everybody } from '../../testing/rights.ts'
import { simulateCalls } from './contract.ts'

/** A valid request for each call, and who may make it. */
export const rights = defineRights(simulateCalls, {
  play: [everybody, 'no record'],
})
