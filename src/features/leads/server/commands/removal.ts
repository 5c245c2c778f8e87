import type { Change, Viewer } from '../../../../platform/server/context.ts'
import { leadsRemoved, leadsRestored } from '../../events.ts'
import { lockPeople } from '../queries/arrivals.ts'
import { lockRemoved, otherLeadsLike, type RemovedLead, writeRemoval, writeRestoration } from '../queries/removal.ts'
import { auditLeads, publishLeads } from './publish.ts'

/** Takes leads out of everything; their history stays. Answers those that were there. */
export async function removeLeads(ctx: Change, ids: readonly number[]): Promise<number[]> {
  const removed = await writeRemoval(ctx, ids)
  if (removed.length === 0) return []
  await leadsRemoved.emit(ctx, { leads: removed })
  auditLeads(
    ctx,
    removed.map(({ id, ...before }) => ({ id, before, after: null })),
  )
  publishToAgents(ctx, removed)
  return removed.map(lead => lead.id)
}

/** What became of leads that were to be put back; those that are neither were not deleted, or are no longer the viewer's. */
export interface Restoration {
  restored: number[]
  /** Somebody added the same person again in the meantime. */
  taken: number[]
}

/** Puts deleted leads back, unless the same person became a lead again. */
export async function restoreLeads(ctx: Change & { viewer: Viewer }, ids: readonly number[]): Promise<Restoration> {
  const removed = await lockRemoved(ctx, ids)
  // Whoever adds one of these people right now is waited for.
  await lockPeople(ctx, [...new Set(removed.flatMap(lead => lead.keys))])
  const taken = await otherLeadsLike(ctx, removed)
  const free = removed.filter(lead => !taken.includes(lead.id))
  await writeRestoration(
    ctx,
    free.map(lead => lead.id),
  )
  const restored = free.map(({ id, agent_id }) => ({ id, agent_id }))
  if (restored.length > 0) {
    await leadsRestored.emit(ctx, { leads: restored })
    auditLeads(
      ctx,
      restored.map(lead => ({ id: lead.id, before: null, after: { restored: true } })),
    )
    publishToAgents(ctx, restored)
  }
  return { restored: restored.map(lead => lead.id), taken }
}

const publishToAgents = (ctx: Change, leads: readonly Pick<RemovedLead, 'id' | 'agent_id'>[]): void =>
  publishLeads(
    ctx,
    leads.map(lead => ({ id: lead.id, agents: [lead.agent_id] })),
  )
