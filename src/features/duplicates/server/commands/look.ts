import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import { leadAudience } from '../../../leads/server/commands/audience.ts'
import { LIKELY, likenessOf } from '../../rules/likeness.ts'
import { candidatesFor, comparedLeads } from '../queries/candidates.ts'
import { agentsOfLeads, deletePairs, type FoundPair, savePairs } from '../queries/pairs.ts'

/** Pairs that are kept of one lead, the likeliest ones: a hundred people of one name are not told apart by asking. */
const MAX_PER_LEAD = 20
/** Leads told of one by one; of more, browsers look at everything. */
const MAX_PUBLISHED = 200

/** Looks who may be the same person as these leads, and keeps what it finds; answers the leads of pairs that came or went. */
export async function lookForPairs(ctx: Pick<QueryContext, 'db' | 'now'>, ids: readonly number[]): Promise<number[]> {
  const asked = await comparedLeads(ctx, ids)
  const candidates = await candidatesFor(ctx, [...asked.values()])
  const others = await comparedLeads(ctx, [...new Set(candidates.map(candidate => candidate.other))])
  const byLead = new Map<number, FoundPair[]>()
  for (const { lead, other, alike } of candidates) {
    const [a, b] = [asked.get(lead), others.get(other)]
    if (!a || !b) continue
    const likeness = likenessOf(a, b, alike)
    if (likeness.score < LIKELY) continue
    const pair = { lead_id: Math.min(lead, other), other_id: Math.max(lead, other), ...likeness }
    byLead.set(lead, [...(byLead.get(lead) ?? []), pair])
  }
  const found = [...byLead.values()].flatMap(pairs =>
    pairs.toSorted((a, b) => b.score - a.score).slice(0, MAX_PER_LEAD),
  )
  const once = [...new Map(found.map(pair => [`${pair.lead_id}-${pair.other_id}`, pair])).values()]
  const gone = ids.filter(id => !asked.has(id))
  await deletePairs(ctx, gone)
  return savePairs(ctx, ids, once)
}

/** Tells browsers that the pairs of leads changed. */
export async function publishPairs(ctx: Change, leads: readonly number[]): Promise<void> {
  if (leads.length === 0) return
  const agents = await agentsOfLeads(ctx, leads)
  const audience = leadAudience(agents.map(agent_id => ({ agent_id })))
  ctx.changed('duplicates', leads.length > MAX_PUBLISHED ? [] : leads, audience)
}
