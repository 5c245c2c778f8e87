import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import { requireLead } from '../../leads/server/queries/leads.ts'
import type { requestCalls } from '../contract.ts'
import { pageOfRequests } from './queries.ts'

export const requestHandlers: Handlers<typeof requestCalls> = {
  async list(ctx, { leadId, ...asked }) {
    const lead = await requireLead(ctx, leadId)
    return pageOfRequests(ctx, lead.id, asked)
  },
}
