import { type Numbers, rankedBy, ranksOf } from '../../rules/assemble.ts'
import type { Period } from '../../rules/period.ts'
import { type Counts, countsOf } from './counts.ts'
import { allAgentIds } from './rows.ts'
import type { Asking } from './scope.ts'

/** The ranks of all agents in each of some periods, by agent, whoever asks: a place says nothing about the numbers of others. */
export async function ranksIn(ctx: Asking, periods: readonly Period[]): Promise<Map<string, number>[]> {
  const found: Counts['rows'][] = []
  for (const days of periods) {
    const asked = {
      ...days,
      agentIds: null,
      now: ctx.now,
      row: 'agent',
      steps: [days.from],
      metrics: rankedBy,
    } as const
    found.push((await countsOf(ctx, asked)).rows)
  }
  return ranksAmongAll(ctx, found)
}

/** The same, of numbers of everybody that are known. */
export async function ranksAmongAll(
  ctx: Asking,
  counted: readonly ReadonlyMap<string, Numbers>[],
): Promise<Map<string, number>[]> {
  const ids = await allAgentIds(ctx)
  return counted.map(rows => ranksOf(new Map(ids.map(id => [String(id), rows.get(String(id)) ?? new Map()]))))
}
