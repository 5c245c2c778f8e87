import type { Change } from '../../../../platform/server/context.ts'
import { leadAudience } from '../../../leads/server/commands/audience.ts'

/** Tells browsers that the alerts of a lead changed. Ids are those of leads. */
export const publishAlerts = (ctx: Change, lead: { id: number; agent_id: number | null }): void =>
  ctx.changed('alerts', [lead.id], leadAudience(lead))
