import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import { conflict, notFound } from '../../../platform/server/errors.ts'
import { requireLead } from '../../leads/server/queries/leads.ts'
import type { outboundCalls } from '../contract.ts'
import { reachesOf } from './commands/decide.ts'
import { cancelSending, settleSending } from './commands/outcomes.ts'
import { requireSending, sendingPage } from './queries/sendings.ts'

export const outboundHandlers: Handlers<typeof outboundCalls> = {
  async reach(ctx, { id, class: given = 'personal', is_marketing = false }) {
    await requireLead(ctx, id)
    const is_by_hand = given === 'personal' || given === 'request_answer'
    const reaches = await reachesOf(ctx, id, {
      class: given,
      is_marketing,
      is_by_hand,
      sender_agent_id: ctx.viewer.agent_id,
    })
    if (!reaches) throw notFound('lead')
    return reaches
  },

  async list(ctx, { id, ...input }) {
    await requireLead(ctx, id)
    return sendingPage(ctx, id, input)
  },

  async cancel(ctx, { id }) {
    const { state } = await requireSending(ctx, id)
    if (!(await cancelSending(ctx, { id }, 'Cancelled before it went out.')))
      throw conflict('This message can no longer be cancelled.')
    ctx.audit({ subject: 'sending_to_lead', subject_id: id, before: { state }, after: { state: 'cancelled' } })
    return requireSending(ctx, id)
  },

  async settle(ctx, { id, outcome }) {
    await requireSending(ctx, id)
    await settleSending(ctx, id, outcome)
    return requireSending(ctx, id)
  },
}
