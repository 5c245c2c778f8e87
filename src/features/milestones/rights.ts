import {
  aboutLead,
  defineRights,
  everybody,
  leadPeople,
  nothing,
  type Request,
  reachesNone,
} from '../../testing/rights.ts'
import { emailOf } from '../../testing/world.ts'
import { milestoneCalls } from './contract.ts'

/** A milestone that the account wrote itself, on such a lead. */
const aboutMilestone =
  (fields: object = {}, deleted: Date | null = null): Request =>
  async (world, account) => {
    const lead = await world.lead(account)
    const id = await world.one(
      `INSERT INTO milestones (lead_id, milestone_type_id, author_user_id, deleted_at)
       SELECT $1, 20, id, $2 FROM users WHERE email = $3 RETURNING id`,
      [lead, deleted, emailOf(account)],
    )
    return { path: { id }, body: fields, reachesNone }
  }

/** A valid request for each call, and who may make it. */
export const rights = defineRights(milestoneCalls, {
  list: [leadPeople, aboutLead({}, 'leadId')],
  types: [everybody, nothing],
  progress: [leadPeople, aboutLead({ type: 20, description: 'Spoke on the phone.' })],
  store: [
    leadPeople,
    async (world, account) => ({
      body: { id: await world.lead(account), milestoneTypeId: 20, description: 'Spoke on the phone.' },
      reachesNone,
    }),
  ],
  update: [leadPeople, aboutMilestone({ description: 'Spoke at length.' })],
  remove: [leadPeople, aboutMilestone()],
  restore: [leadPeople, aboutMilestone({}, new Date())],
})
