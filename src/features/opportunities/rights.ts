import { agents, defineRights, everybody, nothing, office } from '../../testing/rights.ts'
import type { World } from '../../testing/world.ts'
import { opportunityCalls } from './contract.ts'

const ownOpportunity = async (world: World, account: string, isHidden = false): Promise<number> =>
  world.one(
    `INSERT INTO opportunities (lead_id, opportunity_type_id, facts, created_at, hidden_at)
     VALUES ($1, 1, '{"subject": "1 Test St"}', now(), CASE WHEN $2 THEN now() END) RETURNING id`,
    [await world.lead(account), isHidden],
  )

/** A valid request for each call, and who may make it. */
export const rights = defineRights(opportunityCalls, {
  list: [agents, () => ({ path: { list: 'today' } })],
  counts: [agents, nothing],
  types: [everybody, nothing],
  get: [agents, async (world, account) => ({ path: { id: await ownOpportunity(world, account) } })],
  hide: [agents, async (world, account) => ({ body: { idOpportunity: await ownOpportunity(world, account) } })],
  hideUser: [agents, async (world, account) => ({ body: { idUser: await world.lead(account) } })],
  show: [agents, async (world, account) => ({ body: { ids: [await ownOpportunity(world, account, true)] } })],
  rules: [office, nothing],
  setRule: [office, () => ({ path: { id: 3 }, body: { days: 7 } })],
})
