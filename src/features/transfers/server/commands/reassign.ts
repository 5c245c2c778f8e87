import { z } from 'zod'
import { type BulkContext, type BulkOutcome, defineBulkAction } from '../../../bulk/server/commands.ts'
import { changeAgents } from '../../../leads/server/commands/agents.ts'
import { stillWith } from '../queries.ts'
import { assignLeads, end, requireReceiver, sendLeads } from './handOver.ts'

const Params = z.object({ agent_id: z.int(), agent_name: z.string() })

/** Whose a lead was, as an undo gives it back. */
export const HeldBefore = z.object({
  id: z.int(),
  agent_id: z.int().nullable(),
  claimed_by: z.int().nullable(),
  claimed_at: z.string().nullable(),
})

/** Whose leads were; of sent ones, which. */
const Before = z.union([z.object({ assigned: z.array(HeldBefore) }), z.object({ sent: z.array(z.int()) })])
type Before = z.output<typeof Before>

/** Gives many leads to another agent: the office at once, agents as transfers. */
export const reassignLeads = defineBulkAction({
  name: 'leads.reassign',
  params: Params,
  right: 'view_leads',
  title: ({ agent_name }) => `Reassign to ${agent_name}`,

  async apply(ctx, ids, { agent_id }) {
    const to = await requireReceiver(ctx, agent_id, 'agentId')
    if (!ctx.viewer.rights.has('is_admin')) {
      const { moved, skipped } = await sendLeads(ctx, ids, to)
      const sent = moved.map(({ lead_id }) => lead_id)
      return { changed: sent, skipped, before: { sent } satisfies Before }
    }
    const { held, skipped } = await assignLeads(ctx, ids, to)
    return { changed: held.map(({ id }) => id), skipped, before: { assigned: [...held] } satisfies Before }
  },

  async undo(ctx, stored, { agent_id }) {
    const before = Before.parse(stored)
    return 'sent' in before ? undoChange(ctx, before.sent) : giveBack(ctx, before.assigned, agent_id)
  },
})

async function undoChange(ctx: BulkContext, ids: readonly number[]): Promise<BulkOutcome> {
  const ended = await end(ctx, { lead_ids: ids, from_agent_id: ctx.viewer.agent_id ?? 0 }, 'cancelled')
  return { changed: ended.map(({ lead_id }) => lead_id), skipped: since(ids.length - ended.length, 'already answered') }
}

/** Gives leads back to whoever had them, except those that `from` has no longer; `null` for leads that have no agent now. */
export async function giveBack(
  ctx: BulkContext,
  assigned: readonly z.output<typeof HeldBefore>[],
  from: number | null,
): Promise<BulkOutcome> {
  const there = new Set(
    await stillWith(
      ctx,
      assigned.map(({ id }) => id),
      from,
    ),
  )
  const back = assigned.filter(({ id }) => there.has(id))
  const groups = Map.groupBy(back, ({ id: _, ...held }) => JSON.stringify(held))
  for (const leads of groups.values()) {
    const [held] = leads
    if (!held) continue
    const ids = leads.map(({ id }) => id)
    await changeAgents(ctx, ids, held.agent_id, { by: held.claimed_by, at: held.claimed_at })
  }
  return { changed: back.map(({ id }) => id), skipped: since(assigned.length - back.length, 'changed since') }
}

const since = (count: number, reason: string) => (count > 0 ? [{ reason, count }] : [])
