import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import type { Viewer } from '../../../platform/server/context.ts'
import { forbidden, notFound } from '../../../platform/server/errors.ts'
import { claimFromPool } from '../../distribution/server/commands/claim.ts'
import { countPool } from '../../distribution/server/queries/pool.ts'
import { requireLead } from '../../leads/server/queries/leads.ts'
import type { claimingCalls } from '../contract.ts'
import { SWITCHED_OFF } from '../rules.ts'
import { claimedPage, hasNotices, storeNotices, viewedHomes } from './queries/claims.ts'
import { maskedPoolPage, ownAreas, pooledLead } from './queries/pool.ts'
import { claimQuota } from './queries/quota.ts'

/** The agent who asks; refused while the feature is switched off for them. */
function claimingAgent({ agent_id, features }: Viewer): number {
  if (agent_id === null || !features.has('claim_leads')) throw forbidden(SWITCHED_OFF)
  return agent_id
}

export const claimingHandlers: Handlers<typeof claimingCalls> = {
  async list(ctx, asked) {
    const agentId = claimingAgent(ctx.viewer)
    const own = await ownAreas(ctx)
    return {
      ...(await maskedPoolPage(ctx, asked, own.names)),
      pooled: await countPool(ctx, {}),
      in_own_areas: own.ids.length === 0 ? 0 : await countPool(ctx, { area_ids: own.ids }),
      quota: await claimQuota(ctx, agentId),
      notices: await hasNotices(ctx),
    }
  },

  async get(ctx, { id }) {
    claimingAgent(ctx.viewer)
    const lead = await pooledLead(ctx, id, (await ownAreas(ctx)).names)
    if (!lead) throw notFound('lead')
    return { ...lead, viewed: await viewedHomes(ctx, id) }
  },

  async claimed(ctx, asked) {
    claimingAgent(ctx.viewer)
    return claimedPage(ctx, asked)
  },

  async claim(ctx, { id }) {
    await claimFromPool(ctx, { lead_id: id, agent_id: claimingAgent(ctx.viewer), by: 'pool' })
    const { first_name, last_name } = await requireLead(ctx, id)
    return { id, first_name, last_name }
  },

  async setNotices(ctx, { on }) {
    const agentId = claimingAgent(ctx.viewer)
    await storeNotices(ctx, agentId, on)
    ctx.changed('pool', [], [`user:${ctx.viewer.user_id}`])
    return { on }
  },
}
