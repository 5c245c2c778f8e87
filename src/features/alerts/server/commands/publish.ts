import type { Audience, Change } from '../../../../platform/server/context.ts'

/** Tells browsers that the alerts of a lead changed. Ids are those of leads. */
export function publishAlerts(ctx: Change, lead: { id: number; agent_id: number | null }): void {
  const audience: Audience[] = ['right:view_all_leads']
  if (lead.agent_id !== null) audience.push(`agent:${lead.agent_id}`)
  ctx.changed('alerts', [lead.id], audience)
}
