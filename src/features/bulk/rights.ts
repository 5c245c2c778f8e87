import { defineRights, everybody, nothing, type Request } from '../../testing/rights.ts'
import { emailOf } from '../../testing/world.ts'
import { bulkCalls } from './contract.ts'

/** A bulk change of the account. */
const aboutBulkRun =
  (state: string): Request =>
  async (world, account) => {
    const id = await world.one(
      `INSERT INTO bulk_runs (user_id, actor_user_id, action, title, params, state, can_undo, total, done, changed, finished_at)
       SELECT id, id, 'leads.status', 'Set status to New', '{"status_value":1}', $2, true, 1, 1, 1,
         CASE WHEN $2 = 'done' THEN now() END FROM users WHERE email = $1 RETURNING id`,
      [emailOf(account), state],
    )
    return { path: { id } }
  }

/** A valid request for each call, and who may make it. */
export const rights = defineRights(bulkCalls, {
  list: [everybody, nothing],
  get: [everybody, aboutBulkRun('running')],
  cancel: [everybody, aboutBulkRun('running')],
  undo: [everybody, aboutBulkRun('done')],
})
