import {
  aboutLead,
  agents,
  defineRights,
  everybody,
  leadPeople,
  nothing,
  office,
  reachesNone,
} from '../../testing/rights.ts'
import { emailOf, type World } from '../../testing/world.ts'
import { transferCalls } from './contract.ts'

/** Another agent than the account. */
const colleague = ({ one }: World, account: string): Promise<number> =>
  one(
    `SELECT a.id FROM agents a JOIN users u ON u.id = user_id
     WHERE u.email IN ('agent2@keyturn.test', 'newagent@keyturn.test') AND u.email <> $1 LIMIT 1`,
    [emailOf(account)],
  )

/** A lead of one agent that waits for the answer of another. */
const sentLead = ({ one }: World, from: number, to: number): Promise<number> =>
  one(
    `WITH made AS (INSERT INTO leads (first_name, agent_id) VALUES ('Sent', $1) RETURNING id)
     INSERT INTO lead_transfers (lead_id, kind, from_agent_id, to_agent_id) SELECT id, 'transfer', $1, $2 FROM made
     RETURNING lead_id AS id`,
    [from, to],
  )

/** A lead of the account that the account flagged as bogus. */
async function bogusLead(world: World, account: string): Promise<number> {
  const lead = await world.lead(account)
  await world.one('UPDATE leads SET is_bogus = true WHERE id = $1', [lead])
  return world.one(
    `INSERT INTO bogus_leads (lead_id, flagged_by, was_email_valid, was_phone_valid)
     SELECT $1, id, true, true FROM users WHERE email = $2 RETURNING lead_id AS id`,
    [lead, emailOf(account)],
  )
}

/** Lets somebody who has none of the leads be the recruiter. */
async function chooseRecruiter({ one, unused }: World): Promise<void> {
  await one(
    `WITH person AS (INSERT INTO users (email, first_name) VALUES ($1, 'Rae') RETURNING id),
          agent AS (INSERT INTO agents (user_id) SELECT id FROM person)
     INSERT INTO settings (key, value) SELECT 'recruiter', to_jsonb(id) FROM person
     ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    [emailOf(`recruiter${unused()}`)],
  )
}

/** Somebody with a lead, who is about to leave. */
const leaving = ({ one, unused }: World): Promise<number> =>
  one(
    `WITH person AS (INSERT INTO users (email, first_name) VALUES ($1, 'Erwin') RETURNING id),
          agent AS (INSERT INTO agents (user_id) SELECT id FROM person RETURNING id, user_id),
          made AS (INSERT INTO leads (first_name, agent_id) SELECT 'Left', id FROM agent)
     SELECT user_id AS id FROM agent`,
    [emailOf(`leaving${unused()}`)],
  )

/** A valid request for each call, and who may make it. */
export const rights = defineRights(transferCalls, {
  list: [everybody, nothing],
  ofLead: [leadPeople, aboutLead()],
  send: [
    agents,
    async (world, account) => ({
      path: { id: await world.lead(account) },
      body: { agent: await colleague(world, account) },
    }),
  ],
  assign: [
    office,
    async world => ({
      path: { id: await world.lead('agent') },
      body: { agent: await world.agentId('agent2') },
    }),
  ],
  decide: [
    agents,
    async (world, account) => ({
      path: { id: await sentLead(world, await colleague(world, account), await world.agentId(account)) },
      body: { accept: 1 },
    }),
  ],
  cancel: [
    agents,
    async (world, account) => ({
      path: { id: await sentLead(world, await world.agentId(account), await colleague(world, account)) },
    }),
  ],
  acknowledge: [agents, nothing],
  reassign: [
    leadPeople,
    async (world, account) => ({
      body: { leadIds: [await world.lead(account)], agentId: await colleague(world, account) },
      refuses: ['deals'],
    }),
  ],
  handToRecruiter: [
    leadPeople,
    async (world, account) => {
      await chooseRecruiter(world)
      return { path: { id: await world.lead(account) }, reachesNone }
    },
    'in turn',
  ],
  leavingPerson: [office, async world => ({ path: { id: await world.userId('agent2') } })],
  handOver: [
    office,
    async world => ({ path: { id: await leaving(world) }, body: { to: [await world.agentId('agent2')] } }),
  ],
  recruiter: [leadPeople, nothing],
  setRecruiter: [office, async world => ({ body: { user_id: await world.userId('agent2') } }), 'in turn'],
  flagBogus: [leadPeople, aboutLead()],
  restoreBogus: [
    leadPeople,
    async (world, account) => ({ path: { id: await bogusLead(world, account) }, reachesNone }),
  ],
  bogusLeads: [office, nothing],
})
