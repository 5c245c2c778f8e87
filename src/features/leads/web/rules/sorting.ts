import { DEFAULT_LEAD_SORT, type LeadSortKey } from '../../contract/filters.ts'

// Newest, highest first is what people mean by the first press on these.
const descendingFirst: ReadonlySet<LeadSortKey> = new Set([
  'last_active_at',
  'created_at',
  'last_contacted_at',
  'claimed_at',
  'lead_score',
])

/** The key and direction in a sort parameter: `-lead_score` is descending. */
export function readSort(sort: string): { key: string; descending: boolean } {
  return sort.startsWith('-') ? { key: sort.slice(1), descending: true } : { key: sort, descending: false }
}

/** What a press on a column's head makes of the sort: its natural direction, then the other, then the list's default. */
export function nextSort(current: string, key: LeadSortKey): string {
  const first = descendingFirst.has(key) ? `-${key}` : key
  const second = descendingFirst.has(key) ? key : `-${key}`
  // The default itself cannot be left by a third press: it turns to the other direction and back.
  if (current === first) return second
  if (current === second) return second === DEFAULT_LEAD_SORT || first === DEFAULT_LEAD_SORT ? first : DEFAULT_LEAD_SORT
  return first
}

/** What `aria-sort` of a column's head says. */
export function ariaSort(
  current: string,
  key: LeadSortKey | undefined,
): 'ascending' | 'descending' | 'none' | undefined {
  if (key === undefined) return undefined
  const sort = readSort(current)
  if (sort.key !== key) return 'none'
  return sort.descending ? 'descending' : 'ascending'
}

type Sortable = { [Key in LeadSortKey]?: string | number | null } & { id: number; last_name?: string | null }

/**
 * The rows that are already here in another order, so that a press on a head shows its effect at once;
 * the server's answer replaces them. Same rule as there: empty values last, ties by id.
 */
export function sortLocally<Row extends Sortable>(rows: readonly Row[], sort: string): Row[] {
  const { key, descending } = readSort(sort)
  const way = descending ? -1 : 1
  const value = (row: Row): string | number | null => {
    if (key !== 'first_name' && key !== 'name') return row[key as LeadSortKey] ?? null
    return `${row.first_name ?? ''}\u0000${row.last_name ?? ''}`.toLowerCase()
  }
  const keyed = rows.map(row => ({ row, value: value(row) }))
  keyed.sort((a, b) => {
    if (a.value === b.value) return way * (a.row.id - b.row.id)
    if (a.value === null) return 1
    if (b.value === null) return -1
    return a.value < b.value ? -way : way
  })
  return keyed.map(each => each.row)
}
