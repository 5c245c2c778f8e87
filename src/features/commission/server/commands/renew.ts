import type { Change } from '../../../../platform/server/context.ts'
import { openStatuses } from '../../../deals/rules/kinds.ts'
import { keepParts } from '../../../deals/server/commands/parts.ts'
import { dealAudience } from '../../../deals/server/queries/reach.ts'
import { lockFacts } from '../queries/facts.ts'
import { keptOf, project } from './project.ts'

/** Writes what the agents on an open deal would keep of it now, for lists and figures, and tells those who look at it. */
export async function renewDeal(ctx: Change, dealId: number): Promise<void> {
  const facts = await lockFacts(ctx, dealId)
  if (!facts || !openStatuses.includes(facts.status)) return
  const { lines } = await project(ctx, facts)
  await keepParts(ctx, dealId, keptOf(facts, lines))
  const audience = await dealAudience(ctx, [dealId])
  ctx.changed('commission', [dealId], audience)
  ctx.changed('deals', [dealId], audience)
}
