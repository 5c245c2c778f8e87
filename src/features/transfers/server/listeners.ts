import { MAX_PER_PAGE } from '../../../platform/wire/page.ts'
import { leadAgentsChanged, leadsMerged, leadsRemoved, partsOfLead, previewedLeads } from '../../leads/events.ts'
import { userChanged, userParts } from '../../people/events.ts'
import { end } from './commands/handOver.ts'
import { pendingTransfers, sentSince, transferPart } from './queries.ts'

/** Fills in what leads and the signed-in user say of transfers. */
export function contributeTransfers(): void {
  partsOfLead.from(async (ctx, { id }) => ({ leadTransfer: await transferPart(ctx, id) }))
  userParts.from(async (ctx, { agent_id }) => {
    const { lead_transfers, sent_transfers } = await pendingTransfers(ctx, agent_id, { perPage: MAX_PER_PAGE })
    return { lead_transfers, sent_transfers }
  })
  previewedLeads.from(async (ctx, { id }) =>
    ctx.viewer.agent_id === null ? {} : ((await sentSince(ctx, id, ctx.viewer.agent_id)) ?? {}),
  )
}

/** Ends what is pending when the lead or one of the two sides is gone. */
export function endWithLeads(): void {
  leadAgentsChanged.on(async (ctx, { leads }) => {
    await end(ctx, { lead_ids: leads.map(({ id }) => id) }, 'cancelled')
  })
  leadsRemoved.on(async (ctx, { leads }) => {
    await end(ctx, { lead_ids: leads.map(({ id }) => id) }, 'cancelled')
  })
  leadsMerged.on(async (ctx, { id, merged_id }) => {
    await end(ctx, { lead_ids: [id, merged_id] }, 'cancelled')
  })
  userChanged.on(async (ctx, { agent_id, is_active }) => {
    if (!is_active && agent_id !== null) await end(ctx, { agent_id }, 'cancelled')
  })
}
