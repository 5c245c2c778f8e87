import { rankedBy, ranksOf } from '../../rules/assemble.ts'
import type { Period } from '../../rules/period.ts'
import { countsOf } from './counts.ts'
import { allAgentIds } from './rows.ts'
import type { Asking } from './scope.ts'

/** The ranks of all agents in each of some periods, by agent, whoever asks: a place says nothing about the numbers of others. */
export async function ranksIn(ctx: Asking, periods: readonly Period[]): Promise<Map<string, number>[]> {
  const ids = await allAgentIds(ctx)
  const found: Map<string, number>[] = []
  for (const days of periods) {
    const asked = {
      ...days,
      agentIds: null,
      now: ctx.now,
      row: 'agent',
      steps: [days.from],
      metrics: rankedBy,
    } as const
    const { rows } = await countsOf(ctx, asked)
    found.push(ranksOf(new Map(ids.map(id => [String(id), rows.get(String(id)) ?? new Map()]))))
  }
  return found
}
