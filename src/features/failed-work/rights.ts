import { defineRights, nothing, office } from '../../testing/rights.ts'
import { failedWorkCalls } from './contract.ts'

/** A valid request for each call, and who may make it. */
export const rights = defineRights(failedWorkCalls, {
  list: [office, nothing],
  kinds: [office, nothing],
  retry: [office, () => ({ body: { kind: 'make-export' } })],
  dismiss: [office, () => ({ body: { kind: 'make-export' } })],
})
