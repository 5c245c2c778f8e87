import { agents, body, defineRights, nothing } from '../../testing/rights.ts'
import type { World } from '../../testing/world.ts'
import { claimingCalls } from './contract.ts'

/** A lead of the pool. */
const pooled = ({ one }: World): Promise<number> =>
  one(
    `WITH made AS (INSERT INTO leads (first_name, last_name) VALUES ('Ada', 'Lovelace') RETURNING id)
     INSERT INTO lead_distributions (lead_id, state, lead_type, why, since)
     SELECT id, 'pooled', 'buyer', 'No agent was free', now() FROM made RETURNING lead_id AS id`,
  )

/** Whatever other requests used of their quota, these agents may claim. */
async function allowClaims({ one, agentId }: World, account: string): Promise<void> {
  await one(
    `INSERT INTO quota_overrides (agent_id, type, daily, weekly, reason, until) VALUES ($1, 'buyer', 100, 100, 'Claims', '2100-01-01')
     ON CONFLICT (agent_id, type) WHERE ended_at IS NULL DO UPDATE SET daily = 100, weekly = 100, rule_id = NULL, until = '2100-01-01'`,
    [await agentId(account)],
  )
}

/** A valid request for each call, and who may make it. */
export const rights = defineRights(claimingCalls, {
  list: [agents, nothing],
  get: [agents, async world => ({ path: { id: await pooled(world) } })],
  claimed: [agents, nothing],
  claim: [
    agents,
    async (world, account) => {
      await allowClaims(world, account)
      return { path: { id: await pooled(world) } }
    },
  ],
  setNotices: [agents, body({ on: 1 })],
})
