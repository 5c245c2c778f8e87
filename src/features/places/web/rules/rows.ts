import type { ManagedArea } from '../../contract.ts'
import { foldName, pathOf, treeOf } from '../../rules/tree.ts'

/** An area as a row of the tree shows it. */
export interface AreaRow {
  area: ManagedArea
  depth: number
  /** How many areas lie in it, one level down. */
  inside: number
  isOpen: boolean
  /** What it lies in is retired, and it with that. */
  retiredWith: string | null
}

interface Shown {
  search: string
  open: ReadonlySet<number>
  onlyRetired: boolean
}

/** The rows that are shown: cities, and what lies in those that are open; or what is sought, with all around it. */
export function rowsOf(areas: readonly ManagedArea[], { search, open, onlyRetired }: Shown): AreaRow[] {
  const byId = new Map(areas.map(area => [area.id, area]))
  const tree = treeOf(areas)
  const sought = soughtAreas(areas, { search, onlyRetired })
  const below = (parent: number | null, depth: number, retiredWith: string | null): AreaRow[] =>
    (tree.get(parent) ?? []).flatMap(({ id }) => {
      const area = byId.get(id)
      if (!area || (sought && !sought.has(id))) return []
      const inside = tree.get(id)?.length ?? 0
      const isOpen =
        inside > 0 && (open.has(id) || (sought !== null && (tree.get(id) ?? []).some(one => sought.has(one.id))))
      const row: AreaRow = { area, depth, inside, isOpen, retiredWith }
      return [row, ...(isOpen ? below(id, depth + 1, retiredWith ?? (area.is_retired ? area.name : null)) : [])]
    })
  return below(null, 0, null)
}

/** What fits, with all that it lies in; `null` when nothing is sought. */
function soughtAreas(
  areas: readonly ManagedArea[],
  { search, onlyRetired }: Pick<Shown, 'search' | 'onlyRetired'>,
): ReadonlySet<number> | null {
  const text = foldName(search)
  if (text === '' && !onlyRetired) return null
  const fits = areas.filter(area => foldName(area.name).includes(text) && (!onlyRetired || area.is_retired))
  return new Set(fits.flatMap(({ id }) => pathOf(areas, id).map(step => step.id)))
}

/** Areas to choose from, each with what it lies in: "Liberty Village, Old Toronto, Toronto". */
export const choicesOf = (areas: readonly ManagedArea[]): { value: string; label: string }[] =>
  areas
    .map(({ id }) => ({
      value: String(id),
      label: pathOf(areas, id)
        .map(({ name }) => name)
        .join(', '),
    }))
    .sort((one, other) => one.label.localeCompare(other.label))
