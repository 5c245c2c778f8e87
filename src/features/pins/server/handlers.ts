import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import type { QueryContext, Viewer } from '../../../platform/server/context.ts'
import { conflict } from '../../../platform/server/errors.ts'
import { requireLead } from '../../leads/server/queries/leads.ts'
import { MAX_PINS, type PinnedLead, type pinCalls } from '../contract.ts'
import { inOrder, tooManyPins } from '../rules.ts'
import { deletePin, insertPin, lockPins, pinnedLeads } from './queries.ts'

export const pinHandlers: Handlers<typeof pinCalls> = {
  list: pinsOf,

  async pin(ctx, { id }) {
    await requireLead(ctx, id)
    await lockPins(ctx)
    const pinned = await pinsOf(ctx)
    if (pinned.some(lead => lead.id === id)) return pinned
    if (pinned.length >= MAX_PINS) throw conflict(tooManyPins)
    await insertPin(ctx, id)
    ctx.changed('pins', [id], [`user:${ctx.viewer.user_id}`])
    return pinsOf(ctx)
  },

  async unpin(ctx, { id }) {
    await requireLead(ctx, id)
    if (await deletePin(ctx, id)) ctx.changed('pins', [id], [`user:${ctx.viewer.user_id}`])
    return pinsOf(ctx)
  },
}

async function pinsOf(ctx: QueryContext & { viewer: Viewer }): Promise<PinnedLead[]> {
  return inOrder(await pinnedLeads(ctx, MAX_PINS))
}
