import { aboutDeal, defineRights, everybody, nothing, type Request } from '../../testing/rights.ts'
import { loopCalls } from './contract.ts'

/** Nobody of a test brokerage has connected an account: the handlers run, and find none. */
const withoutAccount: Request = () => ({ path: { loopId: 41, documentId: 7 }, reachesNone: everybody })

/** A deal of whoever asks that came from a loop. */
const fromLoop: Request = async (world, account) => {
  const id = await world.deal(account)
  await world.one(
    `INSERT INTO loop_deals (profile_id, loop_id, deal_id, created_at) VALUES (7, $1::int, $1::int, now())
     RETURNING deal_id AS id`,
    [id],
  )
  return { path: { id }, body: { until: '2026-11-20T15:00:00Z' } }
}

/** A valid request for each call, and who may make it. */
export const rights = defineRights(loopCalls, {
  account: [everybody, nothing],
  connect: [everybody, nothing],
  finish: [everybody, 'no record'],
  revoke: [everybody, withoutAccount],
  turnOn: [everybody, 'no record'],
  list: [everybody, 'no record'],
  details: [everybody, 'no record'],
  file: [everybody, 'no record'],
  ofDeal: [everybody, aboutDeal()],
  seen: [everybody, fromLoop],
})
