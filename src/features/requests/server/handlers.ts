import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import { requireLead } from '../../leads/server/queries/leads.ts'
import type { requestCalls } from '../contract.ts'
import { requestsOf } from './queries.ts'

export const requestHandlers: Handlers<typeof requestCalls> = {
  async list(ctx, { leadId }) {
    const lead = await requireLead(ctx, leadId)
    return requestsOf(ctx, lead.id)
  },
}
