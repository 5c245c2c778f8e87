import type { Handlers } from '../../../../platform/server/calls/handlers.ts'
import { pageOfWhole } from '../../../../platform/server/calls/page.ts'
import { invalid, notFound } from '../../../../platform/server/errors.ts'
import { requireLead } from '../../../leads/server/queries/leads.ts'
import { agentsByIds } from '../../../people/server/queries/users.ts'
import { withdrawOffer } from '../../../transfers/server/commands/handOver.ts'
import type { distributionCalls } from '../../contract.ts'
import { passOn, publishDistribution } from '../commands/distribute.ts'
import { blocksOf, deleteBlock, insertBlock } from '../queries/blocks.ts'
import { openOfferOf } from '../queries/offers.ts'
import { lockDistributed } from '../queries/states.ts'

type Names = 'blocks' | 'block' | 'unblock'

export const blockHandlers: Pick<Handlers<typeof distributionCalls>, Names> = {
  async blocks(ctx, { id, ...asked }) {
    await requireLead(ctx, id)
    return pageOfWhole(await blocksOf(ctx, id), { asked }, ({ agent }) => agent.id)
  },

  async block(ctx, { id, agent_id, reason = '' }) {
    await requireLead(ctx, id)
    const [agent] = await agentsByIds(ctx.db, [agent_id])
    if (!agent) throw invalid({ agent_id: ['This agent does not exist.'] })
    await lockDistributed(ctx, id)
    await insertBlock(ctx, { lead_id: id, agent_id, reason })
    // Whoever may not have the lead must not go on being asked.
    if ((await openOfferOf(ctx, id)) === agent_id && (await withdrawOffer(ctx, id))) await passOn(ctx, id)
    ctx.audit({ subject: 'distribution', subject_id: id, after: { lead_id: id, blocked: agent_id, reason } })
    publishDistribution(ctx, id)
    return { id }
  },

  async unblock(ctx, { id, agentId }) {
    await requireLead(ctx, id)
    if (!(await deleteBlock(ctx, { lead_id: id, agent_id: agentId }))) throw notFound('block')
    ctx.audit({ subject: 'distribution', subject_id: id, after: { lead_id: id, unblocked: agentId } })
    publishDistribution(ctx, id)
    return { id }
  },
}
