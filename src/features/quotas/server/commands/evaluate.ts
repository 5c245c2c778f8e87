import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Ladders } from '../../contract/ladders.ts'
import { evaluate, type FigureOf, type Measure, measureKey, measuresOf, type Verdict } from '../../rules/evaluate.ts'
import { placeOf } from '../../rules/ladder.ts'
import type { QuotaType } from '../../rules/quotaTypes.ts'
import { figuresOf } from '../queries/figures.ts'
import { laddersInForce, lockLadders } from '../queries/ladders.ts'
import { endOverridesOfThePast } from '../queries/overrides.ts'
import { insertHistory, type StoredStanding, standingsOf, writeStandings } from '../queries/standings.ts'
import { publishQuotas } from './publish.ts'

/** The figures of agents by type, for the conditions of these ladders. */
export async function figuresFor(
  ctx: QueryContext,
  ladders: readonly Ladders[],
  { agentIds, more = [] }: { agentIds?: readonly number[]; more?: readonly Measure[] } = {},
): Promise<Readonly<Record<QuotaType, (agentId: number) => FigureOf>>> {
  const of = (type: QuotaType) => {
    const needed = [...measuresOf(ladders.flatMap(ladder => ladder[type])), ...more]
    return figuresOf(ctx, {
      type,
      measures: [...new Map(needed.map(one => [measureKey(one), one])).values()],
      agentIds,
    })
  }
  return { rental: await of('rental'), buyer: await of('buyer') }
}

/** What tonight makes of these agents. */
export function verdictsOf(
  standings: readonly StoredStanding[],
  ladders: Ladders,
  figures: Readonly<Record<QuotaType, (agentId: number) => FigureOf>>,
): { standing: StoredStanding; verdict: Verdict }[] {
  return standings.map(standing => {
    const { type, agent_id, day } = standing
    return { standing, verdict: evaluate(standing, { rungs: ladders[type], figureOf: figures[type](agent_id), day }) }
  })
}

/**
 * Evaluates up to `limit` standings of agents whose day has begun since they were evaluated last, once for each day; answers
 * how many.
 */
export async function evaluateDue(ctx: Change, limit: number): Promise<number> {
  await lockLadders(ctx)
  const due = await standingsOf(ctx, { due: true, limit })
  if (due.length === 0) return 0
  const ladders = await laddersInForce(ctx)
  const agentIds = [...new Set(due.map(({ agent_id }) => agent_id))]
  const verdicts = verdictsOf(due, ladders, await figuresFor(ctx, [ladders], { agentIds }))
  await writeStandings(
    ctx,
    verdicts.map(({ standing: { agent_id, type, day }, verdict: { rule_id, failing_since } }) => ({
      agent_id,
      type,
      rule_id,
      failing_since,
      evaluated_on: day,
    })),
  )
  const moved = verdicts.flatMap(
    ({ standing: { agent_id, type, rule_id: from }, verdict: { move, rule_id, reason } }) =>
      move === 'stays'
        ? []
        : {
            agent_id,
            type,
            kind: move === 'climbs' ? ('climbed' as const) : ('stepped back' as const),
            from_rung: placeOf(ladders[type], from),
            to_rung: placeOf(ladders[type], rule_id),
            reason,
          },
  )
  await insertHistory(ctx, moved)
  publishQuotas(ctx, [...new Set(moved.map(({ agent_id }) => agent_id))])
  return due.length
}

/** Ends overrides whose last day is over; from that day on they did not count any more. */
export async function endOverrides(ctx: Change): Promise<void> {
  const ended = await endOverridesOfThePast(ctx)
  if (ended.length === 0) return
  const ladders = await laddersInForce(ctx)
  const standings = await standingsOf(ctx, { agentIds: ended.map(({ agent_id }) => agent_id) })
  await insertHistory(
    ctx,
    ended.map(({ agent_id, type, rule_id, until }) => {
      const own = standings.find(one => one.agent_id === agent_id && one.type === type)
      return {
        agent_id,
        type,
        kind: 'override ended' as const,
        from_rung: placeOf(ladders[type], rule_id),
        to_rung: placeOf(ladders[type], own?.rule_id ?? null),
        reason: `its last day was ${until}`,
      }
    }),
  )
  publishQuotas(
    ctx,
    ended.map(({ agent_id }) => agent_id),
  )
}

/** How many agents stand on each rung, by its id. */
export function agentsByRung(standings: readonly { rule_id: number }[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  for (const { rule_id } of standings) counts.set(rule_id, (counts.get(rule_id) ?? 0) + 1)
  return counts
}
