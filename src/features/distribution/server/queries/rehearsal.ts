import { subDays } from 'date-fns'
import type { QueryContext } from '../../../../platform/server/context.ts'
import { instantText } from '../../../../platform/wire/fields.ts'
import { type DraftChanges, draftChanges } from '../../../quotas/server/commands/draftLimits.ts'
import type { Rehearsal } from '../../contract.ts'
import { ENOUGH_LEADS, type RehearsalDays, reportOn } from '../../rules/rehearsalReport.ts'
import { type DraftLimits, rehearse } from '../../rules/rehearse.ts'
import { namesOfAgents } from './agents.ts'
import { pastRounds } from './past.ts'
import { distributionSettings } from './settings.ts'

const SECONDS = 60

/** Replays the recorded decisions of the last days under the draft of the quota rules. Nothing is written, and nobody is asked. */
export async function rehearsalOf(ctx: QueryContext, days: RehearsalDays): Promise<Rehearsal> {
  const since = subDays(ctx.now, days)
  const { max_agents, offer_minutes } = await distributionSettings(ctx)
  const limits = limitsUnder(await draftChanges(ctx))
  const rounds = await pastRounds(ctx, since)
  const report = reportOn(rehearse(rounds, { limits, max_agents, offer_seconds: offer_minutes * SECONDS }))
  const names = await namesOfAgents(
    ctx,
    report.agents.map(({ agent_id }) => agent_id),
  )
  return {
    ...report,
    days,
    from: instantText(since),
    to: instantText(ctx.now),
    is_enough: report.leads >= ENOUGH_LEADS,
    agents: report.agents.map(({ agent_id, was, draft }) => ({
      agent: { id: agent_id, name: names.get(agent_id) ?? 'Former agent' },
      was,
      draft,
    })),
  }
}

/** What stands on no rung, such as limits of one's own by an override, stays as it was. */
function limitsUnder({ byRule, byAgent, ruleAt }: DraftChanges): DraftLimits {
  return ({ id, rule_id, rung }, type) => {
    const place = Number(rung?.match(/^Rung (\d+)$/)?.[1])
    const rule = rule_id ?? (place > 0 ? ruleAt(type, place) : null)
    if (rule === null) return null
    return byAgent[type].get(id) ?? byRule.get(rule) ?? null
  }
}
