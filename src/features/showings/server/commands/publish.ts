import type { Audience, Change } from '../../../../platform/server/context.ts'
import type { ShownLead } from '../queries/showings.ts'

function audienceOf(lead: ShownLead): Audience[] {
  const audience: Audience[] = ['right:view_all_leads']
  if (lead.agent_id !== null) audience.push(`agent:${lead.agent_id}`)
  return audience
}

/** Tells browsers that the showings of a lead changed. */
export const publishShowings = (ctx: Change, lead: ShownLead): void =>
  ctx.changed('showings', [lead.id], audienceOf(lead))

/** Tells the agent that a client confirmed. */
export function publishAnswer(ctx: Change, lead: ShownLead, showingId: number): void {
  if (lead.agent_id !== null) ctx.changed('showing-answers', [showingId], [`agent:${lead.agent_id}`])
}
