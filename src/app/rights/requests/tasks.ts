import { aboutLead, nothing, type Requests, reachesNone } from '../ask.ts'

/** An open task on a lead of the account. */
const aboutTask =
  (fields: object = {}, { type = 'phone_call', deleted }: { type?: string; deleted?: Date } = {}): Requests[string] =>
  async (world, account) => {
    const lead = await world.lead(account)
    const id = await world.one(
      `INSERT INTO tasks (lead_id, agent_id, task_type, deleted_at)
       SELECT id, agent_id, $2, $3 FROM leads WHERE id = $1 RETURNING id`,
      [lead, type, deleted ?? null],
    )
    return { path: { id }, body: fields, reachesNone }
  }

/** The same among chosen ones. */
const amongChosen =
  (fields: object = {}): Requests[string] =>
  async (world, account) => {
    const about = await aboutTask()(world, account)
    return { body: { ids: [about.path?.id], ...fields } }
  }

/** The day's work. */
export const taskRequests: Requests = {
  'tasks.list': () => ({ path: { list: 'today' } }),
  'tasks.counts': nothing,
  'tasks.reminders': nothing,
  'tasks.create': aboutLead({ task_type: 'phone_call', subject: 'Call about Saturday' }),
  'tasks.update': aboutTask({ subject: 'Call about Sunday' }),
  'tasks.updateAutomated': aboutTask({ subject: 'Welcome' }, { type: 'auto_email' }),
  'tasks.complete': aboutTask(),
  'tasks.reopen': aboutTask(),
  'tasks.completeOverdueCalls': aboutLead(),
  'tasks.completeOverdue': async (world, account) => ({
    path: { agentId: await world.agentId(account) },
    reachesNone,
  }),
  'tasks.remove': aboutTask(),
  'tasks.restore': aboutTask({}, { deleted: new Date() }),
  'tasks.completeChosen': amongChosen(),
  'tasks.rescheduleChosen': amongChosen({ day: '2030-05-06' }),
  'tasks.removeChosen': amongChosen(),
  'tasks.daily': async (world, account) => ({
    body: { lead_id: await world.lead(account), task_type: 'phone_call' },
    reachesNone,
  }),
}
