import { body, defineRights, leadPeople, nothing, type Request } from '../../testing/rights.ts'
import { emailOf } from '../../testing/world.ts'
import { viewCalls } from './contract.ts'

/** A saved view of the account itself. */
const aboutView =
  (fields: object = {}, isDeleted = false): Request =>
  async (world, account) => {
    const id = await world.one(
      `INSERT INTO saved_views (user_id, name, list, sort, deleted_at)
       SELECT id, 'Kept', 'leads', 'name', CASE WHEN $2 THEN now() END FROM users WHERE email = $1 RETURNING id`,
      [emailOf(account), isDeleted],
    )
    return { path: { id }, body: fields }
  }

/** A valid request for each call, and who may make it. */
export const rights = defineRights(viewCalls, {
  list: [leadPeople, nothing],
  create: [leadPeople, body({ name: 'Mine', list: 'leads' })],
  sharing: [leadPeople, nothing],
  order: [leadPeople, body({ ids: [1] })],
  update: [leadPeople, aboutView({ name: 'Ours' })],
  remove: [leadPeople, aboutView()],
  restore: [leadPeople, aboutView({}, true)],
})
