import { defineRights, everybody, nothing, type Request } from '../../testing/rights.ts'
import { loopCalls } from './contract.ts'

/** Nobody of a test brokerage has connected an account: the handlers run, and find none. */
const withoutAccount: Request = () => ({ path: { loopId: 41, documentId: 7 }, reachesNone: everybody })

/** A valid request for each call, and who may make it. */
export const rights = defineRights(loopCalls, {
  account: [everybody, nothing],
  connect: [everybody, nothing],
  finish: [everybody, 'no record'],
  revoke: [everybody, withoutAccount],
  list: [everybody, 'no record'],
  details: [everybody, 'no record'],
  file: [everybody, 'no record'],
})
