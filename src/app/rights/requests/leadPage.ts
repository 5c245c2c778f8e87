import { aboutLead, nothing, type Requests, reachesNone } from '../ask.ts'
import { emailOf } from '../world.ts'

/** A note without an author, on a lead of the account. */
const aboutNote =
  (fields: object = {}, deleted: Date | null = null): Requests[string] =>
  async (world, account) => {
    const lead = await world.lead(account)
    const id = await world.one(
      `INSERT INTO notes (lead_id, description, deleted_at) VALUES ($1, 'Call back', $2) RETURNING id`,
      [lead, deleted],
    )
    return { path: { id }, body: fields, reachesNone }
  }

/** A milestone that the account wrote itself, on such a lead. */
const aboutMilestone =
  (fields: object = {}, deleted: Date | null = null): Requests[string] =>
  async (world, account) => {
    const lead = await world.lead(account)
    const id = await world.one(
      `INSERT INTO milestones (lead_id, milestone_type_id, author_user_id, deleted_at)
       SELECT $1, 20, id, $2 FROM users WHERE email = $3 RETURNING id`,
      [lead, deleted, emailOf(account)],
    )
    return { path: { id }, body: fields, reachesNone }
  }

/** What is written about one lead. */
export const leadPageRequests: Requests = {
  'consent.list': aboutLead(),
  'consent.record': aboutLead({ channel: 'text', kind: 'express', source: 'Phone call' }),
  'milestones.list': aboutLead({}, 'leadId'),
  'milestones.types': nothing,
  'milestones.progress': aboutLead({ type: 20, description: 'Spoke on the phone.' }),
  'milestones.store': async (world, account) => ({
    body: { id: await world.lead(account), milestoneTypeId: 20, description: 'Spoke on the phone.' },
    reachesNone,
  }),
  'milestones.update': aboutMilestone({ description: 'Spoke at length.' }),
  'milestones.remove': aboutMilestone(),
  'milestones.restore': aboutMilestone({}, new Date()),
  'timeline.list': aboutLead({}, 'leadId'),
  'notes.list': aboutLead({}, 'leadId'),
  'notes.create': aboutLead({ description: 'Prefers the evening.' }, 'leadId'),
  'notes.update': aboutNote({ description: 'Prefers the morning.' }),
  'notes.remove': aboutNote(),
  'notes.restore': aboutNote({}, new Date()),
  'notes.colleagues': aboutLead({}, 'leadId'),
  'notes.mentions': nothing,
  'notes.readMentions': nothing,
}
