import type { Change } from '../../../../platform/server/context.ts'
import { leadAgentsChanged } from '../../events.ts'
import { type HeldLead, writeAgents } from '../queries/writes.ts'
import { auditLeads, publishLeads } from './publish.ts'

interface Claim {
  /** Who claimed the leads; the agent who gets them, when not said. */
  by?: number | null
  /** When; now, when not said. An undo says when it was before. */
  at?: string | null
}

/**
 * Gives leads to an agent, or to nobody; those that are there already, and deleted ones, are left alone. Answers the
 * changed leads with whose they were, in the order of their ids.
 */
export async function changeAgents(
  ctx: Change,
  ids: readonly number[],
  agent_id: number | null,
  { by = agent_id, at = ctx.now.toISOString() }: Claim = {},
): Promise<HeldLead[]> {
  const claim =
    agent_id === null ? { agent_id, claimed_by: null, claimed_at: null } : { agent_id, claimed_by: by, claimed_at: at }
  const changed = await writeAgents(ctx, ids, claim)
  if (changed.length === 0) return []
  await leadAgentsChanged.emit(ctx, {
    leads: changed.map(lead => ({ id: lead.id, before: lead.agent_id, after: agent_id })),
  })
  auditLeads(
    ctx,
    changed.map(({ id, ...before }) => ({ id, before, after: claim })),
  )
  publishLeads(
    ctx,
    changed.map(lead => ({ id: lead.id, agents: [lead.agent_id, agent_id] })),
  )
  return changed
}
