import { aboutLead, defineRights, leadPeople, type Request, reachesNone } from '../../testing/rights.ts'
import { outboundCalls } from './contract.ts'

let serial = 0

/** A message to a lead of the account, in a state. */
const aboutSending =
  (state: 'prepared' | 'unknown', fields: object = {}): Request =>
  async (world, account) => {
    const lead = await world.lead(account)
    const id = await world.one(
      `INSERT INTO sendings (cause, lead_id, channel, class, state, due_at, created_at, decided_at)
       VALUES ($2, $1, 'email', 'personal', $3, now(), now(), now()) RETURNING id`,
      [lead, `rights:${account}:${++serial}`, state],
    )
    return { path: { id }, body: fields, reachesNone }
  }

/** A valid request for each call, and who may make it. */
export const rights = defineRights(outboundCalls, {
  reach: [leadPeople, aboutLead()],
  list: [leadPeople, aboutLead()],
  cancel: [leadPeople, aboutSending('prepared')],
  settle: [leadPeople, aboutSending('unknown', { outcome: 'sent' })],
})
