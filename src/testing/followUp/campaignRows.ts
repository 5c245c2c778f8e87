import type { World } from '../world.ts'

/** Four campaigns of the brokerage; two have the same name. */
export const addCampaigns = async (world: World): Promise<undefined> =>
  void (await world.one(
    `INSERT INTO campaigns (name) SELECT 'Campaign ' || place / 2 FROM generate_series(1, 4) AS place RETURNING id`,
  ))

/** A campaign with four leads of the agent. */
export async function addCampaignLeads(world: World): Promise<{ path: { id: number } }> {
  const id = await world.one(`INSERT INTO campaigns (name) VALUES ('With leads') RETURNING id`)
  const version = await world.one(`INSERT INTO campaign_versions (campaign_id, steps) VALUES ($1, '[]') RETURNING id`, [
    id,
  ])
  for (let place = 0; place < 4; place++)
    await world.one(
      `INSERT INTO campaign_instances (campaign_id, lead_id, agent_id, version_id, started_how, started_at)
       VALUES ($1, $2, $3, $4, 'by_hand', '2026-11-20T15:00:00Z') RETURNING id`,
      [id, await world.lead('agent'), await world.agentId('agent'), version],
    )
  return { path: { id } }
}
