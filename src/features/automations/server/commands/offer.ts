import type { Change } from '../../../../platform/server/context.ts'
import { distributeLead } from '../../../distribution/server/commands/distribute.ts'
import { changeAgents } from '../../../leads/server/commands/agents.ts'
import { withdrawOffer } from '../../../transfers/server/commands/handOver.ts'
import { type ActionLead, agentsExcept, agentsOutsideTeam } from '../queries/actionLeads.ts'
import type { ActionStep } from './judge.ts'
import type { Outcome } from './performance.ts'

type Offer = Extract<ActionStep, { kind: 'offer' }>

/**
 * Sends a lead on its way by the distribution, with its quotas, hours and absences. An agent who has it gives it back first: an offer is
 * of leads that are nobody's. Where nobody may be asked, the lead lands in the pool.
 */
export async function offer(ctx: Change, step: Offer, lead: ActionLead): Promise<Outcome | null> {
  const leave_out = await leftOut(ctx, step, lead)
  if (lead.agent_id === null) await withdrawOffer(ctx, lead.id)
  else await changeAgents(ctx, [lead.id], null)
  const { state } = await distributeLead(ctx, lead.id, { leave_out })
  if (state === 'offered') return null
  return {
    state: 'done',
    text: state === 'pooled' ? 'Nobody could be asked: put into the pool' : 'Could not be offered',
  }
}

/** Who is not asked: the agent who has it, and all but those to whom it goes. */
async function leftOut(ctx: Change, { to, agent_id, team_id }: Offer, lead: ActionLead): Promise<number[]> {
  const others =
    to === 'agent' && agent_id !== null
      ? await agentsExcept(ctx, agent_id)
      : to === 'team' && team_id !== null
        ? await agentsOutsideTeam(ctx, team_id)
        : []
  return [...new Set([...others, ...(lead.agent_id === null ? [] : [lead.agent_id])])]
}
