import type { World } from '../world.ts'

/** Leads that are offered to an agent, several of them until the same moment. */
async function addOffers({ one, agentId }: World): Promise<undefined> {
  await one(
    `WITH made AS (INSERT INTO leads (first_name) SELECT 'Offered' FROM generate_series(1, 5) RETURNING id),
          sent AS (INSERT INTO lead_transfers (lead_id, kind, to_agent_id, expires_at)
                   SELECT id, 'offer', $1, now() + interval '15 minutes' FROM made RETURNING id, lead_id)
     INSERT INTO distribution_offers (lead_id, agent_id, transfer_id, round, place, why, offered_at, expires_at)
     SELECT lead_id, $1, id, 1, 1, 'Smallest share', now(), now() + interval '15 minutes' FROM sent`,
    [await agentId('agent')],
  )
}

/** Entries of the ledger of a lead, all of the same moment; each looked at the agent. */
async function addDecisions({ one, agentId }: World, lead: number): Promise<{ path: { id: number } }> {
  await one(
    `INSERT INTO distribution_ledger (lead_id, entry, kind, at, content, previous_hash, hash)
     SELECT $1::int, entry, 'decided', '2026-11-20T15:00:00Z',
            jsonb_build_object('input', jsonb_build_object('agents', jsonb_build_array(jsonb_build_object('id', $2::int))))::text, '', 'hash ' || $1::int || ' ' || entry
     FROM generate_series(1, 5) AS entry ON CONFLICT DO NOTHING`,
    [lead, await agentId('agent')],
  )
  return { path: { id: lead } }
}

/** Every agent is blocked for a lead, all at the same moment. */
async function blockAll({ one }: World, lead: number): Promise<{ path: { id: number } }> {
  await one(
    `INSERT INTO lead_agent_blocks (lead_id, agent_id, created_at) SELECT $1, id, '2026-11-20T15:00:00Z' FROM agents
     ON CONFLICT DO NOTHING RETURNING lead_id AS id`,
    [lead],
  )
  return { path: { id: lead } }
}

interface Given {
  world: World
  lead: number
}

/** How the lists of the distribution come to rows. */
export const distributionLists = {
  'distribution.offers': { make: ({ world }: Given) => addOffers(world) },
  'distribution.ledger': { as: 'admin', make: ({ world, lead }: Given) => addDecisions(world, lead) },
  'distribution.availabilities': { as: 'admin', make: async () => undefined },
  'distribution.blocks': { as: 'admin', make: ({ world, lead }: Given) => blockAll(world, lead) },
  'distribution.mine': { make: async ({ world, lead }: Given) => void (await addDecisions(world, lead)) },
}
