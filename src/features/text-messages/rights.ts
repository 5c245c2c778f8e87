import sharp from 'sharp'
import { aboutLead, body, defineRights, leadPeople, nothing, type Request } from '../../testing/rights.ts'
import { textCalls } from './contract.ts'

/** Somebody whom nobody knows has written. */
const stranger: Request = async world => {
  const number = `+1437555${String(1000 + world.unused())}`
  const id = await world.one(
    `WITH text AS (INSERT INTO texts (number, direction, body, created_at) VALUES ($1, 'in', 'Hi', now()) RETURNING id)
     INSERT INTO text_threads (number, last_text_id, last_at, unread, is_waiting) SELECT $1, id, now(), 1, true FROM text
     RETURNING id`,
    [number],
  )
  return { path: { id }, body: {} }
}

/** A lead of the account that can be texted. */
const textable: Request = async (world, account) => {
  const asked = await aboutLead({ body: 'Is Saturday good?' }, 'leadId')(world, account)
  await world.one('UPDATE leads SET phone = $2 WHERE id = $1 RETURNING id', [
    asked.path?.leadId,
    `+1647555${String(1000 + world.unused())}`,
  ])
  return asked
}

/** A valid request for each call, and who may make it. */
export const rights = defineRights(textCalls, {
  threads: [leadPeople, body({ filter: 'unread' })],
  counts: [leadPeople, nothing],
  stranger: [leadPeople, stranger],
  recognize: [
    leadPeople,
    async (world, account) => ({ ...(await stranger(world, account)), body: { first_name: 'New' } }),
  ],
  list: [leadPeople, aboutLead({}, 'leadId')],
  send: [leadPeople, textable],
  addPicture: [
    leadPeople,
    async (world, account) => {
      const form = new FormData()
      const pixel = sharp({ create: { width: 2, height: 2, channels: 3, background: '#2862d3' } }).png()
      form.set('file', new Blob([new Uint8Array(await pixel.toBuffer())]), 'house.png')
      return { ...(await aboutLead({}, 'leadId')(world, account)), form }
    },
  ],
  // What can be seen is a file, which nobody has yet.
  picture: [leadPeople, 'no record'],
  read: [leadPeople, aboutLead({}, 'leadId')],
  done: [leadPeople, aboutLead({}, 'leadId')],
})
