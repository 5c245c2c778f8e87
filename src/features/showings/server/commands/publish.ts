import type { Change } from '../../../../platform/server/context.ts'
import { leadAudience } from '../../../leads/server/commands/audience.ts'
import { showingsChanged } from '../../events.ts'
import type { ShownLead } from '../queries/showings.ts'

/** Tells browsers that the showings of a lead changed. */
export const publishShowings = (ctx: Change, lead: ShownLead): void =>
  ctx.changed('showings', [lead.id], leadAudience(lead))

/** Publishes that a showing changed: to browsers, and to features further up. */
export async function publishShowing(ctx: Change, lead: ShownLead, showingId: number): Promise<void> {
  publishShowings(ctx, lead)
  await showingsChanged.emit(ctx, { ids: [showingId] })
}

/** Tells the agent that a client confirmed. */
export function publishAnswer(ctx: Change, lead: ShownLead, showingId: number): void {
  if (lead.agent_id !== null) ctx.changed('showing-answers', [showingId], [`agent:${lead.agent_id}`])
}
