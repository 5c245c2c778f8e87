import { defineRights, nothing, office, type Request } from '../../testing/rights.ts'
import { emailOf } from '../../testing/world.ts'
import { exportCalls } from './contract.ts'

/** An export of the account itself that waits. */
const aboutExport: Request = async (world, account) => {
  const id = await world.one(
    `INSERT INTO exports (user_id, made_by, format, columns, selection, row_count, row_count_is_estimate)
     SELECT id, id, 'csv', '{email}', '{}', 1, false FROM users WHERE email = $1 RETURNING id`,
    [emailOf(account)],
  )
  return { path: { id } }
}

/** A valid request for each call, and who may make it. */
export const rights = defineRights(exportCalls, {
  create: [office, async (world, account) => ({ body: { selected: [await world.lead(account)] } })],
  list: [office, nothing],
  get: [office, aboutExport],
  cancel: [office, aboutExport],
  file: [office, 'no record'],
})
