import { aboutLead, agents, body, defineRights, nothing, office } from '../../testing/rights.ts'
import type { World } from '../../testing/world.ts'
import { distributionCalls } from './contract.ts'

/** An open offer for an account. */
async function offerFor({ one, agentId }: World, account: string): Promise<number> {
  const agent = await agentId(account)
  return one(
    `WITH made AS (INSERT INTO leads (first_name) VALUES ('Offered') RETURNING id),
          sent AS (INSERT INTO lead_transfers (lead_id, kind, to_agent_id, expires_at)
                   SELECT id, 'offer', $1, now() + interval '15 minutes' FROM made RETURNING id, lead_id),
          state AS (INSERT INTO lead_distributions (lead_id, state, lead_type, why, since)
                    SELECT lead_id, 'offered', 'buyer', 'Smallest share', now() FROM sent)
     INSERT INTO distribution_offers (lead_id, agent_id, transfer_id, round, place, why, offered_at, expires_at)
     SELECT lead_id, $1, id, 1, 1, 'Smallest share', now(), now() + interval '15 minutes' FROM sent RETURNING id`,
    [agent],
  )
}

/** The lead of an open offer. */
const offeredLead = async (world: World): Promise<number> =>
  world.one('SELECT lead_id AS id FROM distribution_offers WHERE id = $1', [await offerFor(world, 'agent')])

/** A lead that is nobody's. */
const freeLead = ({ one }: World): Promise<number> => one(`INSERT INTO leads (first_name) VALUES ('Free') RETURNING id`)

/** A lead for which an agent is blocked. */
const blocked = async (world: World) => {
  const [id, agentId] = [await freeLead(world), await world.agentId('agent')]
  await world.one(
    `INSERT INTO lead_agent_blocks (lead_id, agent_id, created_at) VALUES ($1, $2, now()) RETURNING lead_id AS id`,
    [id, agentId],
  )
  return { path: { id, agentId } }
}

/** A valid request for each call, and who may make it. */
export const rights = defineRights(distributionCalls, {
  offers: [agents, nothing],
  receipt: [
    agents,
    async (world, account) => ({ path: { id: await offerFor(world, account) }, body: { step: 'seen' } }),
  ],
  reject: [
    agents,
    async (world, account) => ({ path: { id: await offerFor(world, account) }, body: { reason: 'with_client' } }),
  ],
  mine: [agents, nothing],
  ofLead: [office, aboutLead()],
  ledger: [office, aboutLead()],
  offerAgain: [office, async world => ({ path: { id: await freeLead(world) } })],
  offerMany: [office, async world => ({ body: { ids: [await freeLead(world)] } })],
  withdraw: [office, async world => ({ path: { id: await offeredLead(world) } })],
  settings: [office, nothing],
  setSettings: [office, body({ offer_minutes: 15 })],
  rehearsal: [office, nothing],
  ownAvailability: [agents, nothing],
  setOwnAvailability: [agents, body({ days_off: [7] })],
  availabilities: [office, nothing],
  availability: [office, async world => ({ path: { id: await world.agentId('agent') } })],
  setAvailability: [office, async world => ({ path: { id: await world.agentId('agent') }, body: { days_off: [7] } })],
  blocks: [office, aboutLead()],
  block: [
    office,
    async world => ({ path: { id: await freeLead(world) }, body: { agent_id: await world.agentId('agent') } }),
  ],
  unblock: [office, blocked],
})
