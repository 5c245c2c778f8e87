import { aboutLead, body, defineRights, leadPeople, nothing, type Request, reachesNone } from '../../testing/rights.ts'
import type { World } from '../../testing/world.ts'
import { emailCalls } from './contract.ts'

let serial = 0

const email = { subject: 'The house on Elm', content: 'Hello {{lead_first_name}}' }

/** An e-mail of an account to a lead that waits. */
export async function emailTo(world: World, account: string, lead: number): Promise<number> {
  return world.one(
    `WITH sending AS (
       INSERT INTO sendings (cause, lead_id, channel, class, state, due_at, created_at, decided_at)
       VALUES ($3, $1, 'email', 'personal', 'prepared', now() + interval '1 day', now(), now()) RETURNING id),
     message AS (
       INSERT INTO email_messages (user_id, type, subject, content, mail_html, mail_text, created_at)
       SELECT coalesce($2::int, min(id)), 'email', 'Elm', '<p>Elm</p>', '<p>Elm</p>', 'Elm', now() FROM users RETURNING id)
     INSERT INTO emails (message_id, lead_id, sending_id, created_at)
     SELECT message.id, $1, sending.id, now() FROM message, sending RETURNING id`,
    [lead, await world.userId(account), `rights:email:${++serial}`],
  )
}

const aboutEmail: Request = async (world, account) => ({
  path: { id: await emailTo(world, account, await world.lead(account)) },
  reachesNone,
})

/** A lead of the account with an address. */
const toLead: Request = async (world, account) => {
  const lead = await world.lead(account)
  await world.one(`UPDATE leads SET email = 'rights' || id || '@people.test' WHERE id = $1 RETURNING id`, [lead])
  return { body: { selected: [lead], type: 'email', email }, reachesNone }
}

const ofTemplate: Request = async world => ({
  body: {
    template_id: await world.one(
      `INSERT INTO templates (name, subject, content, platform, mail_html, mail_text, created_at, updated_at)
       VALUES ('Rights', 'Elm', '<p>Elm</p>', 'email', '<p>Elm</p>', 'Elm', now(), now()) RETURNING id`,
    ),
  },
})

const chosen: Request = async (world, account) => ({
  body: { selected: [await world.lead(account)], type: 'email' },
})

/** A valid request for each call, and who may make it. */
export const rights = defineRights(emailCalls, {
  template: [leadPeople, ofTemplate],
  sendTest: [leadPeople, body({ email, type: 'email' })],
  preview: [leadPeople, chosen],
  send: [leadPeople, toLead],
  list: [leadPeople, aboutLead()],
  get: [leadPeople, aboutEmail],
  signature: [leadPeople, nothing],
  setSignature: [leadPeople, body({ content: '<p>Maya</p>' })],
  cancel: [leadPeople, aboutEmail],
})
