import type { Audience, Change } from '../../../../platform/server/context.ts'

/** More ids than this in one message say "anything". */
const MOST_TOLD = 200

/** Tells browsers that leads changed: whoever sees all, and the agents concerned. */
export function tellOfLeads(ctx: Change, leads: readonly { id: number; agents: readonly (number | null)[] }[]): void {
  if (leads.length === 0) return
  const agents = new Set(leads.flatMap(lead => lead.agents.filter(agent => agent !== null)))
  const audience: Audience[] = ['right:view_all_leads', ...[...agents].map(agent => `agent:${agent}` as const)]
  ctx.changed('leads', leads.length > MOST_TOLD ? [] : leads.map(lead => lead.id), audience)
}
