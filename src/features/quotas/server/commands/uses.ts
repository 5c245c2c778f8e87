import type { Change } from '../../../../platform/server/context.ts'
import type { AgentQuota } from '../../rules/limits.ts'
import type { QuotaType } from '../../rules/quotaTypes.ts'
import { countUse, markReturned, quotasOf, type UsesOf, uncountUse } from '../queries/uses.ts'
import { publishQuotas } from './publish.ts'

/** A use that was counted. */
export interface QuotaUse extends AgentQuota {
  /** What `giveBackQuota` needs. */
  use_id: number
}

interface Taking {
  agent_id: number
  type: QuotaType
  /** What it is for, so that all uses for a lead can be given back when it turns out to be bogus. */
  lead_id?: number
}

/**
 * Takes one from the quota of an agent, of today and this week in the agent's zone; called in the transaction that makes the
 * offer or the claim. Counting and checking are one statement, so that no limit is passed however many ask at once. Answers
 * the quota as it is afterwards, or `null` when a limit is reached (`usedUpReason` of `quotasOf` says which) or there is no
 * such agent. An office without rules for the type has no limits: then it always succeeds.
 */
export async function takeQuota(ctx: Change, { agent_id, type, lead_id }: Taking): Promise<QuotaUse | null> {
  const [quota] = await quotasOf(ctx, { agentIds: [agent_id], type })
  const use = quota ? await countUse(ctx, { ...quota, lead_id: lead_id ?? null }) : null
  if (!quota || !use) return null
  publishQuotas(ctx, [agent_id])
  return { ...quota, use_id: use.id, used_today: quota.used_today + 1, used_week: quota.used_week + 1 }
}

/**
 * Gives uses back: one by the `use_id` of `takeQuota`, or all for a lead (of one agent, or of everybody). What was given back
 * already stays so: doing it again changes nothing. Answers how many were given back. `reason` stays with the use.
 */
export async function giveBackQuota(ctx: Change, of: UsesOf, reason: string): Promise<number> {
  const returned = await markReturned(ctx, of, reason)
  for (const use of returned) await uncountUse(ctx, use)
  publishQuotas(
    ctx,
    returned.map(({ agent_id }) => agent_id),
  )
  return returned.length
}
