import { defineRights, nothing, office, type Request } from '../../testing/rights.ts'
import { emailOf } from '../../testing/world.ts'
import { archiveCalls } from './contract.ts'

/** An archive of the account itself that waits; the one before is over. */
const aboutArchive: Request = async (world, account) => {
  await world.one(`UPDATE archives SET status = 'cancelled' WHERE status IN ('queued', 'running') RETURNING id`)
  const id = await world.one(
    'INSERT INTO archives (user_id, made_by) SELECT id, id FROM users WHERE email = $1 RETURNING id',
    [emailOf(account)],
  )
  return { path: { id } }
}

/** A valid request for each call, and who may make it. */
export const rights = defineRights(archiveCalls, {
  create: [
    office,
    async world => {
      await world.one(`UPDATE archives SET status = 'cancelled' WHERE status IN ('queued', 'running') RETURNING id`)
      return {}
    },
    'in turn',
  ],
  list: [office, nothing],
  cancel: [office, aboutArchive, 'in turn'],
  file: [office, 'no record'],
})
