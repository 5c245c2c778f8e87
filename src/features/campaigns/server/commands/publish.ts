import type { Change } from '../../../../platform/server/context.ts'
import { leadAudience } from '../../../leads/server/commands/audience.ts'

/** More ids than this in one message say "anything". */
const MAX_PUBLISHED = 200

/** Has browsers ask again for the campaigns of leads, and for the figures of those campaigns. */
export function publishInstances(
  ctx: Change,
  instances: readonly { lead_id: number; campaign_id: number; agent_id: number | null }[],
): void {
  if (instances.length === 0) return
  const audience = leadAudience(instances)
  const leads = [...new Set(instances.map(({ lead_id }) => lead_id))]
  ctx.changed('lead-campaigns', leads.length > MAX_PUBLISHED ? [] : leads, audience)
  ctx.changed('campaigns', [...new Set(instances.map(({ campaign_id }) => campaign_id))], audience)
}

/** Has browsers ask again for a campaign that somebody changed. */
export const publishCampaign = (ctx: Change, id: number): void => ctx.changed('campaigns', [id], ['right:view_leads'])
