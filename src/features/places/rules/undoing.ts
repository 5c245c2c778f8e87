import type { AreaType } from '../../leads/contract/record.ts'
import { type TreeArea, treeOf, whyNotThere, within } from './tree.ts'

/** An area as it lay before a merge that took it out of the tree or moved it. */
export interface RecordedArea extends TreeArea {
  type: AreaType
  /** What stands for it since; `null` where it only moved. */
  into_id: number | null
}

/** A merge of areas as it was recorded. */
export interface RecordedMerge {
  area_id: number
  name: string
  into: string
  areas: readonly RecordedArea[]
}

/** Which area was replaced by which. */
export interface MergedPair {
  from: number
  into: number
}

/** The areas that a merge took out of the tree, each with what stands for it. */
export const pairsOfMerge = ({ areas }: Pick<RecordedMerge, 'areas'>): MergedPair[] =>
  areas.flatMap(({ id, into_id }) => (into_id === null ? [] : [{ from: id, into: into_id }]))

/** What an undo comes to: areas that come back, what they lie in first, and areas that move back. */
export interface UndoPlan {
  problem: string | null
  back: readonly RecordedArea[]
  moves: readonly { id: number; parent_id: number }[]
}

/** The later merge that has to be undone first, the newest of several; it took away an area that is needed, or has the same target. */
function laterOnTop(merge: RecordedMerge, later: readonly RecordedMerge[]): RecordedMerge | undefined {
  const targets = new Set(pairsOfMerge(merge).map(({ into }) => into))
  const around = merge.areas.find(({ id }) => id === merge.area_id)?.parent_id ?? 0
  const needed = new Set([...targets, ...merge.areas.map(({ id }) => id), around])
  return later.findLast(other => pairsOfMerge(other).some(({ from, into }) => needed.has(from) || targets.has(into)))
}

/** How the tree comes to lie as it lay before a merge; `problem` says why it cannot. What was moved elsewhere since stays there. */
export function undoPlan(
  areas: readonly TreeArea[],
  merge: RecordedMerge,
  later: readonly RecordedMerge[] = [],
): UndoPlan {
  const onTop = laterOnTop(merge, later)
  const refused = (problem: string): UndoPlan => ({ problem, back: [], moves: [] })
  if (onTop) return refused(`“${onTop.name}” was merged into “${onTop.into}” after that. Undo that merge first.`)
  const targetOf = new Map(pairsOfMerge(merge).map(({ from, into }) => [from, into]))
  const merged = new Map(merge.areas.filter(({ into_id }) => into_id !== null).map(area => [area.id, area]))
  const back = within(treeOf([...merged.values()]), merge.area_id).flatMap(({ id }) => merged.get(id) ?? [])
  const moves = merge.areas.flatMap(({ id, into_id, parent_id }) => {
    const now = areas.find(area => area.id === id)
    const isWhereItWasPut = now && parent_id !== null && now.parent_id === targetOf.get(parent_id)
    return into_id === null && isWhereItWasPut ? [{ id, parent_id, name: now.name }] : []
  })
  let now: readonly TreeArea[] = areas
  for (const { id, name, parent_id } of [...back, ...moves]) {
    const problem = whyNotThere(now, { id, name, parent_id })
    if (problem) return refused(problem)
    now = [...now.filter(area => area.id !== id), { id, name, parent_id }]
  }
  return { problem: null, back, moves: moves.map(({ id, parent_id }) => ({ id, parent_id })) }
}

interface RecordedList {
  had: readonly number[]
  written: readonly number[]
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/**
 * A list of areas as an undo leaves it; `null` when it stays. A list that nobody changed is as it was. In one that was changed since, the
 * merged areas stand where their target stands, which stays beside them if it was there before; without the target nothing comes back.
 */
export function listBack(
  now: readonly number[],
  { had, written }: RecordedList,
  pairs: readonly MergedPair[],
): number[] | null {
  if (isSame(now, written)) return [...had]
  const back = now.flatMap(id => {
    const merged = new Set(pairs.filter(({ into }) => into === id).map(({ from }) => from))
    const missing = had.filter(one => merged.has(one) && !now.includes(one))
    return missing.length === 0 ? [id] : had.filter(one => one === id || missing.includes(one))
  })
  return isSame(back, now) ? null : back
}

/** A kept question as an undo leaves it: as it was, when it is still what the merge wrote; `null` when it was changed since. */
export const questionBack = (now: unknown, { had, written }: { had: unknown; written: unknown }): unknown =>
  isSame(now, written) ? had : null
