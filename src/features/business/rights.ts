import { body, defineRights, nothing, office } from '../../testing/rights.ts'
import { businessCalls } from './contract.ts'

const days = { from: '2026-11-01', to: '2026-11-18' }

/** A valid request for each call, and who may make it. */
export const rights = defineRights(businessCalls, {
  overview: [office, nothing],
  untouched: [office, body(days)],
  holders: [office, body(days)],
  setGoal: [office, body({ year: 2026, amount: 1_000_000 })],
})
