import type { Change } from '../../../../platform/server/context.ts'
import { publishLeads } from '../../../leads/server/commands/publish.ts'
import { raisingLeads } from '../queries/sources.ts'
import { writeOpenTypes } from '../queries/writes.ts'

/**
 * Says that opportunities of leads changed: what lists of leads filter by follows, and their agents' windows ask again. Nobody else has
 * them on a screen.
 */
export async function followLeads(ctx: Change, leadIds: readonly number[]): Promise<void> {
  const ids = [...new Set(leadIds)]
  if (ids.length === 0) return
  const changed = await writeOpenTypes(ctx, ids)
  publishLeads(
    ctx,
    changed.map(({ id, agent_id }) => ({ id, agents: [agent_id] })),
  )
  publishOpportunities(
    ctx,
    [...(await raisingLeads(ctx, ids)).values()].map(({ agent_id }) => agent_id),
  )
}

/** Has the windows of agents ask for their opportunities again. */
export function publishOpportunities(ctx: Change, agents: readonly (number | null)[]): void {
  const audience = [...new Set(agents)].flatMap(id => (id === null ? [] : [`agent:${id}` as const]))
  if (audience.length > 0) ctx.changed('opportunities', [], audience)
}
