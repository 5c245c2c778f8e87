import type { DealFilters, DealSort } from '../../contract.ts'
import { DEFAULT_SORT, type DealSortKey, PAGE_LINKS, sortKeys } from '../../rules/kinds.ts'

/** What the address of the list says. */
export interface DealsQuestion {
  page: number
  sort: DealSort
  type: number[]
  status: number[]
  commission: NonNullable<DealFilters['commission']>
  search: string
}

/** The list as it is when nothing is chosen. */
export const plainQuestion: DealsQuestion = {
  page: 1,
  sort: DEFAULT_SORT,
  type: [],
  status: [],
  commission: 'all',
  search: '',
}

const isSort = (text: string): text is DealSort => sortKeys.some(key => text === key || text === `-${key}`)

const idsOf = (value: unknown): number[] =>
  String(value ?? '')
    .split(',')
    .map(Number)
    .filter(id => Number.isInteger(id) && id >= 1 && id <= 6)

/** Reads the address; what means nothing counts as not chosen. */
export function questionOf(search: Readonly<Record<string, unknown>>): DealsQuestion {
  const page = Number(search.page ?? 1)
  const sort = String(search.sort ?? '')
  return {
    page: Number.isInteger(page) && page > 0 ? page : 1,
    sort: isSort(sort) ? sort : DEFAULT_SORT,
    type: idsOf(search.type),
    status: idsOf(search.status),
    commission: search.commission === 'mine' ? 'mine' : 'all',
    search: typeof search.find === 'string' || typeof search.find === 'number' ? String(search.find) : '',
  }
}

/** Writes it: only what is not as it is without. */
export const addressOf = ({
  page,
  sort,
  type,
  status,
  commission,
  search,
}: DealsQuestion): Record<string, unknown> => ({
  ...(page > 1 ? { page } : {}),
  ...(sort === DEFAULT_SORT ? {} : { sort }),
  ...(type.length > 0 ? { type: type.join(',') } : {}),
  ...(status.length > 0 ? { status: status.join(',') } : {}),
  ...(commission === 'all' ? {} : { commission }),
  ...(search === '' ? {} : { find: search }),
})

/** A tag switched on or off; the list begins at page 1 again (specification §4). */
export const toggled = (question: DealsQuestion, kind: 'type' | 'status', id: number): DealsQuestion => ({
  ...question,
  page: 1,
  [kind]: question[kind].includes(id) ? question[kind].filter(one => one !== id) : [...question[kind], id],
})

/** The sort after a press of a column: up, then down, then back to the list's own; at page 1 again. */
export function sorted(question: DealsQuestion, key: DealSortKey): DealsQuestion {
  const isOwn = question.sort === DEFAULT_SORT && key === DEFAULT_SORT.slice(1)
  if (question.sort === key) return { ...question, page: 1, sort: `-${key}` }
  if (question.sort === `-${key}` && !isOwn) return { ...question, page: 1, sort: DEFAULT_SORT }
  return { ...question, page: 1, sort: key }
}

/** The page numbers that the pager links to: a window of 6 around the page that is open. */
export function pageLinks(page: number, lastPage: number): number[] {
  const size = Math.min(PAGE_LINKS, lastPage)
  const first = Math.max(1, Math.min(page - Math.floor(PAGE_LINKS / 2), lastPage - size + 1))
  return Array.from({ length: size }, (_, at) => first + at)
}
