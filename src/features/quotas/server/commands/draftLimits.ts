import type { QueryContext } from '../../../../platform/server/context.ts'
import type { Ladders, Rung } from '../../contract/ladders.ts'
import type { QuotaType } from '../../rules/quotaTypes.ts'
import { quotaTypes } from '../../rules/quotaTypes.ts'
import { laddersInForce, storedDraft } from '../queries/ladders.ts'
import { standingsOf } from '../queries/standings.ts'
import { figuresFor, verdictsOf } from './evaluate.ts'
import { goalsOfRemoved } from './ladders.ts'

/** The limits of a rung. */
type RungLimits = Pick<Rung, 'daily' | 'weekly'>

/** Where the draft differs from the rules in force: what it leaves alone is missing. */
export interface DraftChanges {
  /** Limits of rungs that it changes, or whose agents it moves to another rung, by the rule. */
  byRule: ReadonlyMap<number, RungLimits>
  /** Limits of agents who would stand on another rung once it were in force and tonight's evaluation were done. */
  byAgent: Readonly<Record<QuotaType, ReadonlyMap<number, RungLimits>>>
  /** The rule of a rung by its place, as it is now, for what was recorded before rules were. */
  ruleAt(type: QuotaType, place: number): number | null
}

/** What the draft would change of the limits of each agent; nothing without a draft. */
export async function draftChanges(ctx: QueryContext): Promise<DraftChanges> {
  const [inForce, stored] = [await laddersInForce(ctx), await storedDraft(ctx)]
  const draft = stored?.ladders ?? inForce
  const goals = goalsOfRemoved(inForce, draft)
  const byRule = new Map(
    quotaTypes.flatMap(type =>
      inForce[type].flatMap(rung => {
        const after = rungOf(draft, type, goals.has(rung.id) ? (goals.get(rung.id) ?? null) : rung.id)
        return after && !isSame(rung, after) ? [[rung.id, limitsOf(after)] as const] : []
      }),
    ),
  )
  const moved = await movedAgents(ctx, { inForce, draft, goals })
  return { byRule, byAgent: moved, ruleAt: (type, place) => inForce[type][place - 1]?.id ?? null }
}

const limitsOf = ({ daily, weekly }: RungLimits): RungLimits => ({ daily, weekly })
const isSame = (one: RungLimits, other: RungLimits): boolean => one.daily === other.daily && one.weekly === other.weekly
const rungOf = (ladders: Ladders, type: QuotaType, id: number | null): Rung | undefined =>
  ladders[type].find(rung => rung.id === id)

interface Compared {
  inForce: Ladders
  draft: Ladders
  goals: ReadonlyMap<number, number | null>
}

/** Agents whom conditions of the draft put on another rung than those in force do. */
async function movedAgents(ctx: QueryContext, { inForce, draft, goals }: Compared): Promise<DraftChanges['byAgent']> {
  const standings = await standingsOf(ctx)
  const figures = await figuresFor(ctx, [inForce, draft])
  const tonight = verdictsOf(standings, inForce, figures)
  const found = { rental: new Map<number, RungLimits>(), buyer: new Map<number, RungLimits>() }
  for (const { standing, verdict } of tonight) {
    const rule_id = goals.has(standing.rule_id) ? (goals.get(standing.rule_id) ?? null) : standing.rule_id
    if (rule_id === null) continue
    const [drafted] = verdictsOf([{ ...standing, rule_id }], draft, figures)
    const expected = goals.has(verdict.rule_id) ? (goals.get(verdict.rule_id) ?? null) : verdict.rule_id
    if (!drafted || drafted.verdict.rule_id === expected) continue
    const rung = rungOf(draft, standing.type, drafted.verdict.rule_id)
    if (rung) found[standing.type].set(standing.agent_id, limitsOf(rung))
  }
  return found
}
