import type { Change } from '../../../../platform/server/context.ts'
import { conflict, invalid } from '../../../../platform/server/errors.ts'
import type { Ladders, Rung } from '../../contract/ladders.ts'
import { completed, problemOf } from '../../rules/conditions.ts'
import { circleOf, inOrder, noLadders, placeOf } from '../../rules/ladder.ts'
import { type QuotaType, quotaTypes } from '../../rules/quotaTypes.ts'
import {
  insertVersion,
  laddersInForce,
  newestVersion,
  newRuleIds,
  type RungMove,
  type StoredDraft,
  versionOf,
  writeLadders,
} from '../queries/ladders.ts'
import { endOverridesOfRules } from '../queries/overrides.ts'
import { insertHistory, moveAgents, moveBack } from '../queries/standings.ts'
import { publishLadders, publishQuotas } from './publish.ts'

const CIRCLE = 'These rules lead in a circle.'

/** The ladders with complete conditions; refuses what they cannot hold. A draft may have circles, a published ladder not. */
export function checkedLadders(ladders: Ladders, { mayCircle }: { mayCircle: boolean }): Ladders {
  return { rental: checkedLadder(ladders.rental, mayCircle), buyer: checkedLadder(ladders.buyer, mayCircle) }
}

function checkedLadder(rungs: readonly Rung[], mayCircle: boolean): Rung[] {
  const ids = new Set(rungs.map(({ id }) => id))
  if (ids.size < rungs.length || ids.has(0)) throw invalid({ ladders: ['Each rung needs an id of its own.'] })
  for (const { next, previous } of rungs) {
    if (next !== null && !ids.has(next)) throw invalid({ next: ['next must be a rule of the same type.'] })
    if (previous !== null && !ids.has(previous))
      throw invalid({ previous: ['previous must be a rule of the same type.'] })
  }
  if (!mayCircle && circleOf(rungs).length > 0) throw invalid({ next: [CIRCLE] })
  return rungs.map(rung => {
    const next_conditions = rung.next_conditions.map(completed)
    const problems = next_conditions.flatMap(condition => problemOf(condition) ?? [])
    if (problems.length > 0) throw invalid({ next_conditions: problems })
    return { ...rung, next_conditions }
  })
}

interface Publication {
  ladders: Ladders
  draft?: StoredDraft | null
  restores?: number | null
}

/**
 * Puts these ladders in force as the next version. Agents on a rung that is gone step back to the nearest one below that is
 * still there, else up; overrides that lead to one end. Answers the version's number. Needs `lockLadders`.
 */
export async function publishVersion(
  ctx: Change,
  { ladders: given, draft = null, restores = null }: Publication,
): Promise<number> {
  const before = await laddersInForce(ctx)
  const ladders = await withStoredIds(ctx, checkedLadders(given, { mayCircle: false }))
  await writeLadders(ctx, ladders)
  const goals = goalsOfRemoved(before, ladders)
  const moves = await moveAgents(ctx, goals)
  await endOverridesOnto(ctx, before, [...goals.keys()])
  const number = await insertVersion(ctx, { ladders, moves, draft, restores })
  await insertHistory(
    ctx,
    moves.map(({ agent_id, type, from, to }) => ({
      agent_id,
      type,
      kind: 'rules changed' as const,
      from_rung: placeOf(before[type], from),
      to_rung: placeOf(ladders[type], to ?? inOrder(ladders[type])[0]?.id ?? null),
      reason: `rules version ${number}`,
    })),
  )
  ctx.audit({ subject: 'quota rules', subject_id: number, before, after: ladders })
  publishLadders(ctx)
  publishQuotas(ctx, movedAgents(moves))
  return number
}

const movedAgents = (moves: readonly RungMove[]): number[] => [...new Set(moves.map(({ agent_id }) => agent_id))]

/** The same ladders, in which new rungs have ids of the table instead of negative ones. */
async function withStoredIds(ctx: Change, ladders: Ladders): Promise<Ladders> {
  const added = quotaTypes.flatMap(type => ladders[type].map(({ id }) => id)).filter(id => id < 0)
  const stored = new Map<number, number>()
  const ids = await newRuleIds(ctx, added.length)
  // A rung of each ladder may have the same negative id: each type gets its own.
  const rename = (rungs: readonly Rung[]) => {
    for (const { id } of rungs) if (id < 0) stored.set(id, ids.shift() ?? 0)
    const idOf = (id: number) => stored.get(id) ?? id
    const linkOf = (id: number | null) => (id === null ? null : idOf(id))
    return rungs.map(rung => ({
      ...rung,
      id: idOf(rung.id),
      next: linkOf(rung.next),
      previous: linkOf(rung.previous),
    }))
  }
  return { rental: rename(ladders.rental), buyer: rename(ladders.buyer) }
}

/** Where agents of each removed rung go: to the nearest one below that is still there, else up, else to none. */
export function goalsOfRemoved(before: Ladders, after: Ladders): ReadonlyMap<number, number | null> {
  return new Map(
    quotaTypes.flatMap(type => {
      const remaining = new Set(after[type].map(({ id }) => id))
      const order = inOrder(before[type]).map(({ id }) => id)
      return order
        .filter(id => !remaining.has(id))
        .map(id => {
          const place = order.indexOf(id)
          const below = order.slice(0, place).findLast(other => remaining.has(other))
          return [id, below ?? order.slice(place).find(other => remaining.has(other)) ?? null] as const
        })
    }),
  )
}

async function endOverridesOnto(ctx: Change, before: Ladders, removed: readonly number[]): Promise<void> {
  const ended = await endOverridesOfRules(ctx, removed)
  await insertHistory(
    ctx,
    ended.map(({ agent_id, type, rule_id }) => ({
      agent_id,
      type,
      kind: 'override ended' as const,
      from_rung: placeOf(before[type], rule_id),
      to_rung: null,
      reason: 'the rung was removed',
    })),
  )
  publishQuotas(
    ctx,
    ended.map(({ agent_id }) => agent_id),
  )
}

/** Publishes what was in force before the newest version, and puts the agents whom it moved back. Answers the draft it had. */
export async function takeBackNewest(ctx: Change, number: number): Promise<StoredDraft | null> {
  const newest = await newestVersion(ctx)
  if (!newest || newest.number !== number) throw conflict('Another version was published since.')
  const earlier = await versionOf(ctx, number - 1)
  await publishVersion(ctx, { ladders: earlier?.ladders ?? noLadders, restores: earlier?.number ?? null })
  await moveBack(ctx, newest.moves)
  publishQuotas(ctx, movedAgents(newest.moves))
  return newest.draft
}

/** The rungs with a rule that was added or changed; its neighbours lead back to it where they lead nowhere. */
export function withRule(rungs: readonly Rung[], rule: Rung): Rung[] {
  const others = rungs.filter(({ id }) => id !== rule.id)
  return [...others, rule].map(rung => ({
    ...rung,
    next: rung.id === rule.previous ? (rung.next ?? rule.id) : rung.next,
    previous: rung.id === rule.next ? (rung.previous ?? rule.id) : rung.previous,
  }))
}

/** The type of a rule in force; `null` when there is no such rule. */
export const typeOfRule = (ladders: Ladders, id: number): QuotaType | null =>
  quotaTypes.find(type => ladders[type].some(rung => rung.id === id)) ?? null
