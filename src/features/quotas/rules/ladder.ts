import type { Condition, Ladders, Rung } from '../contract/ladders.ts'

/** Neither ladder has a rung yet. */
export const noLadders: Ladders = { rental: [], buyer: [] }

/** The rungs of a type in the order in which they are climbed, and those that no way from the lowest one leads to. */
export interface Climb {
  /** From the lowest up. */
  chain: Rung[]
  stray: Rung[]
}

/**
 * Follows the ladder from where agents begin: the rung that no other one leads to, the oldest of several. Rungs of a draft
 * that are not stored yet are the newest.
 */
export function climbOf(rungs: readonly Rung[]): Climb {
  const byId = new Map(rungs.map(rung => [rung.id, rung]))
  const ledTo = new Set(rungs.map(({ next }) => next))
  const oldest = rungs.toSorted((one, other) => age(one) - age(other))
  const chain: Rung[] = []
  let rung = oldest.find(({ id }) => !ledTo.has(id)) ?? oldest[0]
  while (rung && !chain.includes(rung)) {
    chain.push(rung)
    rung = rung.next === null ? undefined : byId.get(rung.next)
  }
  return { chain, stray: rungs.filter(one => !chain.includes(one)) }
}

const age = ({ id }: Rung): number => (id < 0 ? Number.MAX_SAFE_INTEGER + id : id)

/** All rungs, from the lowest up; stray ones last. */
export function inOrder(rungs: readonly Rung[]): Rung[] {
  const { chain, stray } = climbOf(rungs)
  return [...chain, ...stray]
}

/** The place of a rung, counted from 1 at the bottom; `null` when it is not on the ladder. */
export function placeOf(rungs: readonly Rung[], id: number | null): number | null {
  const index = inOrder(rungs).findIndex(rung => rung.id === id)
  return index === -1 ? null : index + 1
}

/** The ids of rungs that lead in a circle, upwards or downwards; empty when none do. */
export function circleOf(rungs: readonly Rung[]): number[] {
  const byId = new Map(rungs.map(rung => [rung.id, rung]))
  for (const way of ['next', 'previous'] as const)
    for (const start of rungs) {
      const seen: number[] = []
      let rung: Rung | undefined = start
      while (rung && !seen.includes(rung.id)) {
        seen.push(rung.id)
        const to: number | null = rung[way]
        rung = to === null ? undefined : byId.get(to)
      }
      if (rung && rung.id === start.id) return seen
    }
  return []
}

/** Rungs in this order become a ladder: each leads to the one after it, and back to the one before. */
export const linked = (order: readonly Rung[]): Rung[] =>
  order.map((rung, index) => ({
    ...rung,
    previous: order[index - 1]?.id ?? null,
    next: order[index + 1]?.id ?? null,
  }))

/** Moves a rung so many places up (above 0) or down. Its limits and conditions go with it. */
export function moveRung(rungs: readonly Rung[], id: number, by: number): Rung[] {
  const order = inOrder(rungs)
  const from = order.findIndex(rung => rung.id === id)
  const to = Math.min(order.length - 1, Math.max(0, from + by))
  const moved = order[from]
  if (!moved || to === from) return [...rungs]
  return linked(order.toSpliced(from, 1).toSpliced(to, 0, moved))
}

/** Takes a rung out; its neighbours lead to each other, and other links to it are put right. */
export function removeRung(rungs: readonly Rung[], id: number): Rung[] {
  const removed = rungs.find(rung => rung.id === id)
  if (!removed) return [...rungs]
  const instead = (to: number | null, other: number | null) => (to === id ? other : to)
  return rungs
    .filter(rung => rung.id !== id)
    .map(rung => ({
      ...rung,
      next: unlessSelf(rung.id, instead(rung.next, removed.next)),
      previous: unlessSelf(rung.id, instead(rung.previous, removed.previous)),
    }))
}

const unlessSelf = (id: number, to: number | null): number | null => (to === id ? null : to)

/** The limits of the first rung of a ladder. */
const FIRST_LIMITS = { daily: 1, weekly: 3 } as const

/** What leads to a new rung until somebody says what it takes: an administrator. */
export const byHand: Condition = {
  criteria: 'manual',
  rentalCount: null,
  duration: null,
  conversion: null,
  conversion0: null,
  conversion1: null,
  comparisonType: null,
}

/** Adds a rung on top, with the limits of the one below it. */
export function addRung(rungs: readonly Rung[]): Rung[] {
  const order = inOrder(rungs)
  const top = order.at(-1)
  const id = Math.min(0, ...rungs.map(rung => rung.id)) - 1
  const { daily, weekly } = top ?? FIRST_LIMITS
  const below = order.map(rung =>
    rung === top && rung.next_conditions.length === 0 ? { ...rung, next_conditions: [byHand] } : rung,
  )
  return linked([...below, { id, daily, weekly, next: null, previous: null, next_conditions: [] }])
}

/** The ladder with one rung changed. */
export const changeRung = (
  rungs: readonly Rung[],
  id: number,
  change: Partial<Pick<Rung, 'daily' | 'weekly' | 'next_conditions'>>,
): Rung[] => rungs.map(rung => (rung.id === id ? { ...rung, ...change } : rung))
