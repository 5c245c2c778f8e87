import { aboutLead, defineRights, leadPeople, nothing, type Request, reachesNone } from '../../testing/rights.ts'
import { taskCalls } from './contract.ts'

/** An open task on a lead of the account. */
const aboutTask =
  (fields: object = {}, { type = 'phone_call', deleted }: { type?: string; deleted?: Date } = {}): Request =>
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
  (fields: object = {}): Request =>
  async (world, account) => {
    const about = await aboutTask()(world, account)
    return { body: { ids: [about.path?.id], ...fields } }
  }

/** A valid request for each call, and who may make it. */
export const rights = defineRights(taskCalls, {
  list: [leadPeople, () => ({ path: { list: 'today' } })],
  counts: [leadPeople, nothing],
  reminders: [leadPeople, nothing],
  create: [leadPeople, aboutLead({ task_type: 'phone_call', subject: 'Call about Saturday' })],
  update: [leadPeople, aboutTask({ subject: 'Call about Sunday' })],
  updateAutomated: [leadPeople, aboutTask({ subject: 'Welcome' }, { type: 'auto_email' })],
  complete: [leadPeople, aboutTask()],
  reopen: [leadPeople, aboutTask()],
  completeOverdueCalls: [leadPeople, aboutLead()],
  completeOverdue: [
    leadPeople,
    async (world, account) => ({
      path: { agentId: await world.agentId(account) },
      reachesNone,
    }),
  ],
  remove: [leadPeople, aboutTask()],
  restore: [leadPeople, aboutTask({}, { deleted: new Date() })],
  completeChosen: [leadPeople, amongChosen()],
  rescheduleChosen: [leadPeople, amongChosen({ day: '2030-05-06' })],
  removeChosen: [leadPeople, amongChosen()],
  daily: [
    leadPeople,
    async (world, account) => ({
      body: { lead_id: await world.lead(account), task_type: 'phone_call' },
      reachesNone,
    }),
  ],
})
