import { z } from 'zod'
import type { Skipped } from '../../../bulk/contract.ts'
import { type BulkContext, defineBulkAction } from '../../../bulk/server/commands.ts'
import { changeAgents } from '../../../leads/server/commands/agents.ts'
import { quotaTypeOf } from '../../../quotas/rules/quotaTypes.ts'
import { withdrawOffer } from '../../../transfers/server/commands/handOver.ts'
import { giveBack, HeldBefore } from '../../../transfers/server/commands/reassign.ts'
import { lockMovingLeads, type MovingLead } from '../../../transfers/server/queries.ts'
import { lockAllDistributed, lockDistributed, stateOf } from '../queries/states.ts'
import { distributeLead, pool, rest } from './distribute.ts'

/** Whose the leads were, and why those of nobody were in the pool; `null` for leads that were not. */
const BeforeOne = HeldBefore.extend({ pooled: z.string().nullable() })
const Before = z.array(BeforeOne)

/**
 * Takes leads from the agents who have them and offers each from the start, to everybody but that agent. Leads that are being
 * offered already stay where they are.
 */
export const offerLeadsAgain = defineBulkAction({
  name: 'leads.offer',
  params: z.object({}),
  right: 'is_admin',
  title: () => 'Offer again',

  async apply(ctx, ids) {
    const leads = await lockMovingLeads(ctx, ids)
    const left = new Map<string, number>([['no longer there', ids.length - leads.length]])
    const skip = (reason: string) => left.set(reason, (left.get(reason) ?? 0) + 1)
    const before: z.output<typeof Before> = []
    for (const lead of leads) {
      const why = await whyNotOffered(ctx, lead)
      if (why === null) before.push(await takeAndOffer(ctx, lead))
      else skip(why)
    }
    return { changed: before.map(({ id }) => id), skipped: reasonsOf(left), before }
  },

  async undo(ctx, stored) {
    const leads = Before.parse(stored)
    await lockAllDistributed(
      ctx,
      leads.map(({ id }) => id),
    )
    for (const { id } of leads) await withdrawOffer(ctx, id)
    const [held, free] = [leads.filter(hadAgent), leads.filter(lead => !hadAgent(lead))]
    const { changed, skipped } = await giveBack(ctx, held, null)
    const rested: number[] = []
    for (const { id, pooled } of free) if (await leaveAgain(ctx, id, pooled)) rested.push(id)
    const taken = free.length - rested.length
    return {
      changed: [...changed, ...rested],
      skipped: taken > 0 ? [...skipped, { reason: 'taken since', count: taken }] : skipped,
    }
  },
})

const hadAgent = ({ agent_id }: { agent_id: number | null }): boolean => agent_id !== null

async function whyNotOffered(ctx: BulkContext, { id, is_bogus }: MovingLead): Promise<string | null> {
  if (is_bogus) return 'flagged as bogus'
  const state = await stateOf(ctx, id)
  return state?.state === 'offered' ? 'being offered already' : null
}

/** Answers where the lead was. */
async function takeAndOffer(ctx: BulkContext, { id, agent_id }: MovingLead): Promise<z.output<typeof BeforeOne>> {
  const state = await stateOf(ctx, id)
  const [held] = agent_id === null ? [] : await changeAgents(ctx, [id], null)
  await distributeLead(ctx, id, { leave_out: agent_id === null ? [] : [agent_id] })
  const before = held ?? { id, agent_id: null, claimed_by: null, claimed_at: null }
  return { ...before, pooled: state?.state === 'pooled' ? state.why : null }
}

/** A lead that nobody had is in the pool again, or rests; answers whether it is, or whether somebody took it meanwhile. */
async function leaveAgain(ctx: BulkContext, id: number, pooled: string | null): Promise<boolean> {
  const lead = await lockDistributed(ctx, id)
  if (!lead || lead.agent_id !== null) return false
  const round = (await stateOf(ctx, id))?.round ?? 1
  if (pooled === null) await rest(ctx, lead, round, 'Its offer was taken back')
  else await pool(ctx, { lead_id: id, lead_type: quotaTypeOf(lead.roles), round, why: pooled })
  return true
}

const reasonsOf = (left: ReadonlyMap<string, number>): Skipped[] =>
  [...left].filter(([, count]) => count > 0).map(([reason, count]) => ({ reason, count }))
