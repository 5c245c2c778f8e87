import type { Change } from '../../../../platform/server/context.ts'
import { openStatuses } from '../../../deals/rules/kinds.ts'
import { keepParts } from '../../../deals/server/commands/parts.ts'
import { dealAudience } from '../../../deals/server/queries/reach.ts'
import { yearToDate } from '../../rules/split.ts'
import { type DealFacts, lockFacts } from '../queries/facts.ts'
import { addRenewals, type Cause, type RenewedPart } from '../queries/renewals.ts'
import { keptOf, type Projection, project } from './project.ts'

/**
 * Writes what the agents on an open deal would keep of it now, for lists and figures, and what it was before and why it is another,
 * and tells those who look at it.
 */
export async function renewDeal(ctx: Change, dealId: number, cause: Cause): Promise<void> {
  const facts = await lockFacts(ctx, dealId)
  if (!facts || !openStatuses.includes(facts.status)) return
  const projection = await project(ctx, facts)
  const kept = keptOf(facts, projection.lines)
  const held = new Map(facts.shares.map(share => [share.id, share.kept ?? share.amount]))
  if (kept.some(({ id, amount }) => held.get(id) !== amount)) await keepParts(ctx, dealId, kept)
  await addRenewals(ctx, { dealId, cause, parts: partsOf(facts, projection, kept) })
  const audience = await dealAudience(ctx, [dealId])
  ctx.changed('commission', [dealId], audience)
  ctx.changed('deals', [dealId], audience)
}

/** What each agent gets; somebody with two parts of a deal gets both. */
function partsOf({ shares }: DealFacts, { standings }: Projection, kept: readonly { id: number; amount: number }[]) {
  const parts = new Map<number, RenewedPart>()
  for (const { id, agent_id, kept: before } of shares) {
    const now = kept.find(one => one.id === id)
    if (agent_id === null || !now) continue
    const standing = standings.get(agent_id)
    const counted = standing ? Number(yearToDate(standing).house) : 0
    const { part, kept: sum } = parts.get(agent_id) ?? { part: 0, kept: 0 }
    parts.set(agent_id, {
      agent_id,
      counted,
      part: part + now.amount,
      kept: sum === null || before === null ? null : sum + before,
    })
  }
  return [...parts.values()]
}
