import type { QueryContext } from '../../../../platform/server/context.ts'
import type { Ladders, QuotaWorkspace, RungAgents } from '../../contract/ladders.ts'
import { standingOf } from '../../rules/conditions.ts'
import { type FigureOf, measureOf } from '../../rules/evaluate.ts'
import type { QuotaType } from '../../rules/quotaTypes.ts'
import { quotaTypes } from '../../rules/quotaTypes.ts'
import { betterBound } from '../../rules/warnings.ts'
import { agentsByRung, figuresFor, verdictsOf } from '../commands/evaluate.ts'
import { goalsOfRemoved } from '../commands/ladders.ts'
import { laddersInForce, newestVersion, storedDraft } from '../queries/ladders.ts'
import { type StoredStanding, standingsOf } from '../queries/standings.ts'

/** The rules in force and the draft, with how many agents stand where. */
export async function workspaceOf(ctx: QueryContext): Promise<QuotaWorkspace> {
  const [ladders, newest, draft] = [await laddersInForce(ctx), await newestVersion(ctx), await storedDraft(ctx)]
  return {
    in_force: { number: newest?.number ?? 0, published: newest?.published ?? null, ladders },
    draft,
    rungs: await rungAgents(ctx, ladders, draft?.ladders ?? ladders),
  }
}

async function rungAgents(ctx: QueryContext, inForce: Ladders, draft: Ladders): Promise<RungAgents[]> {
  const standings = await standingsOf(ctx)
  const figures = await figuresFor(ctx, [inForce, draft])
  const now = agentsByRung(standings)
  // Moves that tonight brings anyway are no effect of the draft.
  const tonight = agentsByRung(verdictsOf(standings, inForce, figures).map(({ verdict }) => verdict))
  const goals = goalsOfRemoved(inForce, draft)
  const moved = standings.flatMap(standing => {
    const goal = goals.has(standing.rule_id) ? (goals.get(standing.rule_id) ?? null) : standing.rule_id
    return goal === null ? [] : { ...standing, rule_id: goal }
  })
  const withDraft = agentsByRung(verdictsOf(moved, draft, figures).map(({ verdict }) => verdict))
  const beyond = beyondOf(standings, draft, figures)
  return quotaTypes
    .flatMap(type => [...inForce[type], ...draft[type]].map(({ id }) => id))
    .filter((id, index, ids) => ids.indexOf(id) === index)
    .map(rule_id => {
      const agents = now.get(rule_id) ?? 0
      const difference = (withDraft.get(rule_id) ?? 0) - (tonight.get(rule_id) ?? 0)
      return { rule_id, agents, with_draft: Math.max(0, agents + difference), beyond: beyond.get(rule_id) ?? 0 }
    })
}

/** Agents who do better than an upper bound of their rung's conditions and stay because of it. */
function beyondOf(
  standings: readonly StoredStanding[],
  ladders: Ladders,
  figures: Readonly<Record<QuotaType, (agentId: number) => FigureOf>>,
): ReadonlyMap<number, number> {
  const beyond = standings.filter(({ agent_id, type, rule_id }) => {
    const rung = ladders[type].find(({ id }) => id === rule_id)
    return rung?.next_conditions.some(condition => {
      const [bound, measure] = [betterBound(condition), measureOf(condition)]
      const figure = measure ? figures[type](agent_id)(measure) : null
      if (bound === null || figure === null || standingOf(condition, figure) !== 'fails') return false
      return condition.criteria === 'response_time' ? figure <= bound : figure >= bound
    })
  })
  return agentsByRung(beyond)
}
