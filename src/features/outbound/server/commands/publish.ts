import type { Change } from '../../../../platform/server/context.ts'
import { leadAudience } from '../../../leads/server/commands/audience.ts'
import type { StoredSending } from '../queries/sendings.ts'

/** Says to those who follow a lead that one of its sendings changed. */
export const publishSending = (ctx: Change, { lead_id, lead_agent_id }: StoredSending): void =>
  ctx.changed('sendings', [lead_id], leadAudience({ agent_id: lead_agent_id }))
