import { body, defineRights, leadPeople, nothing, office } from '../../testing/rights.ts'
import type { World } from '../../testing/world.ts'
import { doNotCallCalls } from './contract.ts'

const listUpload = () => {
  const form = new FormData()
  form.set('obtained_on', '2026-11-01')
  form.set('file', new Blob(['4165550100\n']), 'list.csv')
  return form
}

/** Only one list is imported at a time. */
const endOthers = (world: World) =>
  world.one(
    `WITH ended AS (UPDATE do_not_call_lists SET state = 'cancelled' WHERE state IN ('queued', 'reading') RETURNING id)
     SELECT count(*)::int AS id FROM ended`,
  )

/** A valid request for each call, and who may make it. */
export const rights = defineRights(doNotCallCalls, {
  inForce: [leadPeople, nothing],
  lists: [office, nothing],
  check: [office, body({ number: '416 555 0181' })],
  upload: [
    office,
    async world => {
      await endOthers(world)
      return { form: listUpload() }
    },
    'in turn',
  ],
  look: [office, 'no record'],
  cancel: [
    office,
    async world => {
      await endOthers(world)
      return {
        path: {
          id: await world.one(
            `INSERT INTO do_not_call_lists (file_name, file_size, obtained_on, created_at)
             VALUES ('list.csv', 11, '2026-11-01', now()) RETURNING id`,
          ),
        },
      }
    },
    'in turn',
  ],
})
