import type { Change } from '../../../../platform/server/context.ts'
import { conflict, notFound } from '../../../../platform/server/errors.ts'
import { leadsClaimed } from '../../../leads/events.ts'
import { changeAgents } from '../../../leads/server/commands/agents.ts'
import { JUST_CLAIMED } from '../../rules/states.ts'
import { blockedAgents } from '../queries/blocks.ts'
import { appendEntry } from '../queries/ledger.ts'
import { lockDistributed, stateOf, takeFromPool } from '../queries/states.ts'
import { publishDistribution, publishPool } from './distribute.ts'
import { takeFor } from './quota.ts'

/** A claim of a lead of the pool. */
export interface PoolClaim {
  lead_id: number
  agent_id: number
  by: 'pool' | 'happy hour'
}

/**
 * Gives a lead of the pool to the agent who claims it. Of many at once one gets it; all others are refused with "This lead was
 * just claimed." (409), whoever has no quota left for the pool with a sentence about it (409), and 404 stands for leads that never were there.
 */
export async function claimFromPool(ctx: Change, { lead_id, agent_id, by }: PoolClaim): Promise<void> {
  // The lead first, as everywhere: two changes that lock in another order would wait for each other.
  const lead = await lockDistributed(ctx, lead_id)
  const taken = await takeFromPool(ctx, lead_id, by === 'pool' ? 'Claimed from the pool' : 'Claimed in happy hour')
  if (!taken) {
    if (!lead || lead.is_gone || !(await stateOf(ctx, lead_id))) throw notFound('lead')
    throw conflict(JUST_CLAIMED)
  }
  if ((await blockedAgents(ctx, lead_id)).includes(agent_id)) throw conflict('You cannot claim this lead.')
  // A happy hour has a limit of its own: its claims count towards the week as long as there is room, and never fail for it.
  const use = await takeFor(ctx, { agent_id, lead_id, type: taken.lead_type })
  if (use === null && by === 'pool') throw conflict('Your quota is used up.')
  await appendEntry(ctx, { lead_id, kind: 'claimed', agent_id, content: { by } })
  await changeAgents(ctx, [lead_id], agent_id)
  await leadsClaimed.emit(ctx, { leads: [{ id: lead_id, agent_id }], by })
  publishDistribution(ctx, lead_id)
  publishPool(ctx, lead_id)
}
