import { type AreaType, areaTypes } from '../../leads/contract/record.ts'

/** What the rules need to know of an area. */
export interface TreeArea {
  id: number
  name: string
  parent_id: number | null
}

/** What each kind of area is called. */
export const areaLabels: Readonly<Record<AreaType, { one: string; many: string }>> = {
  locality: { one: 'city', many: 'cities' },
  sublocality: { one: 'district', many: 'districts' },
  neighbourhood: { one: 'neighborhood', many: 'neighborhoods' },
}

/** Areas lie in each other this deep: neighbourhoods in districts in cities. */
export const MAX_DEPTH = areaTypes.length

/** A name without what nobody sees of it. */
export const cleanName = (name: string): string => name.normalize('NFC').replace(/\s+/g, ' ').trim()

/** Two names that differ only in case, accents or spaces are one. */
export const foldName = (name: string): string => cleanName(name).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Areas by what they lie in; `null` holds the cities. */
type Tree = ReadonlyMap<number | null, readonly TreeArea[]>

/** The areas as a tree. */
export const treeOf = (areas: readonly TreeArea[]): Tree => Map.groupBy(areas, area => area.parent_id)

/** An area with all that lies in it, and how deep each lies below it: 0 for itself. */
export function within(tree: Tree, id: number, depth = 0): { id: number; depth: number }[] {
  const inside = (tree.get(id) ?? []).flatMap(child => within(tree, child.id, depth + 1))
  return [{ id, depth }, ...inside]
}

/** An area and what it lies in, from the area outwards. */
export function pathOf(areas: readonly TreeArea[], id: number): TreeArea[] {
  const byId = new Map(areas.map(area => [area.id, area]))
  const path: TreeArea[] = []
  for (let area = byId.get(id); area && !path.includes(area); area = byId.get(area.parent_id ?? 0)) path.push(area)
  return path
}

/** The kind of an area that lies so deep; `null` is too deep. */
export const typeAt = (depth: number): AreaType | null => areaTypes[depth] ?? null

interface PlaceOptions {
  /** The area that is moved or renamed; `null` for a new one. */
  id: number | null
  name: string
  parent_id: number | null
}

/** Why an area cannot have this name at this place; `null` when it can. */
export function whyNotThere(areas: readonly TreeArea[], { id, name, parent_id }: PlaceOptions): string | null {
  const tree = treeOf(areas)
  const parent = parent_id === null ? null : areas.find(area => area.id === parent_id)
  if (parent === undefined) return 'The area that it would lie in is gone.'
  const own = id === null ? [{ id: 0, depth: 0 }] : within(tree, id)
  if (parent && own.some(area => area.id === parent.id))
    return parent.id === id ? 'An area cannot lie in itself.' : `“${parent.name}” lies in “${name}” itself.`
  const depth = parent ? pathOf(areas, parent.id).length : 0
  if (own.some(area => typeAt(depth + area.depth) === null))
    return 'Areas are cities, districts and neighborhoods: nothing lies in a neighborhood.'
  const twin = (tree.get(parent_id) ?? []).find(area => area.id !== id && foldName(area.name) === foldName(name))
  if (twin) return `${parent ? `“${parent.name}”` : 'The list of cities'} has “${twin.name}” already.`
  return null
}

/** The kinds that an area and all that lies in it come to have below this parent. */
export function typesBelow(
  areas: readonly TreeArea[],
  id: number,
  parent_id: number | null,
): { id: number; type: AreaType }[] {
  const depth = parent_id === null ? 0 : pathOf(areas, parent_id).length
  return within(treeOf(areas), id).flatMap(area => {
    const type = typeAt(depth + area.depth)
    return type ? [{ id: area.id, type }] : []
  })
}

/** What a merge comes to: which areas become which, and which ones only move to another parent. */
interface MergePlan {
  merges: { from: number; into: number }[]
  moves: { id: number; parent_id: number }[]
}

/** Why one area cannot be merged into another; `null` when it can. */
export function whyNotMerge(areas: readonly TreeArea[], from: number, into: number): string | null {
  const [one, other] = [from, into].map(id => areas.find(area => area.id === id))
  if (!one || !other) return 'One of the two areas is gone.'
  if (from === into) return 'An area cannot be merged into itself.'
  const tree = treeOf(areas)
  const own = within(tree, from)
  if (own.some(area => area.id === into)) return `“${other.name}” lies in “${one.name}” itself.`
  const { moves } = mergePlan(areas, from, into)
  if (moves.some(({ id, parent_id }) => typesBelow(areas, id, parent_id).length < within(tree, id).length))
    return `What lies in “${one.name}” would lie too deep in “${other.name}”: nothing lies in a neighborhood.`
  return null
}

/** What lies in the first moves to the second; what has the same name in both becomes one, and so on further down. */
export function mergePlan(areas: readonly TreeArea[], from: number, into: number): MergePlan {
  const tree = treeOf(areas)
  const plan: MergePlan = { merges: [{ from, into }], moves: [] }
  const there = new Map((tree.get(into) ?? []).filter(({ id }) => id !== from).map(area => [foldName(area.name), area]))
  for (const child of tree.get(from) ?? []) {
    const twin = there.get(foldName(child.name))
    if (!twin) {
      plan.moves.push({ id: child.id, parent_id: into })
      continue
    }
    const deeper = mergePlan(areas, child.id, twin.id)
    plan.merges.push(...deeper.merges)
    plan.moves.push(...deeper.moves)
  }
  return plan
}
