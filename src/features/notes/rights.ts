import {
  aboutLead,
  defineRights,
  everybody,
  leadPeople,
  nothing,
  type Request,
  reachesNone,
} from '../../testing/rights.ts'
import { noteCalls } from './contract.ts'

/** A note without an author, on a lead of the account. */
const aboutNote =
  (fields: object = {}, deleted: Date | null = null): Request =>
  async (world, account) => {
    const lead = await world.lead(account)
    const id = await world.one(
      `INSERT INTO notes (lead_id, description, deleted_at) VALUES ($1, 'Call back', $2) RETURNING id`,
      [lead, deleted],
    )
    return { path: { id }, body: fields, reachesNone }
  }

/** A valid request for each call, and who may make it. */
export const rights = defineRights(noteCalls, {
  list: [leadPeople, aboutLead({}, 'leadId')],
  create: [leadPeople, aboutLead({ description: 'Prefers the evening.' }, 'leadId')],
  update: [leadPeople, aboutNote({ description: 'Prefers the morning.' })],
  remove: [leadPeople, aboutNote()],
  restore: [leadPeople, aboutNote({}, new Date())],
  colleagues: [leadPeople, aboutLead({}, 'leadId')],
  mentions: [everybody, nothing],
  readMentions: [everybody, nothing],
})
