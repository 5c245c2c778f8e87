import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { LeadRow } from '../../contract/record.ts'
import { type LeadListQuery, leadListQuery, type PageStart, type PlacedPage, questionOf } from '../client/leads.ts'
import { sortLocally } from '../rules/sorting.ts'

type ListData = InfiniteData<PlacedPage, PageStart>

/** The rows of a list that are here, in order, and how to get more. */
export interface LoadedList {
  rows: LeadRow[]
  ids: number[]
  total: { total: number; total_is_estimate: boolean } | undefined
  firstPlace: number
  isWaiting: boolean
  /** The rows are from before a change of order, until the server answers. */
  isPreview: boolean
  error: unknown
  hasNext: boolean
  hasPrevious: boolean
  isFetchingNext: boolean
  fetchNext(): void
  fetchPrevious(): void
  refetch(): void
}

/** The rows on screen in the new order at once, while the server's answer is on its way. Another filter empties the list. */
export function previewOf(
  previous: InfiniteData<PlacedPage, unknown> | undefined,
  before: unknown,
  query: LeadListQuery,
): ListData | undefined {
  const first = previous?.pages[0]
  if (!previous || !first || !isSameBut(before, query)) return undefined
  const known = previews.get(previous)
  if (known?.sort === query.sort) return known.data
  const rows = sortLocally(
    previous.pages.flatMap(page => page.data),
    query.sort,
  ) as LeadRow[]
  const data = { pages: [{ ...first, data: rows, next_cursor: null, place: 1 }], pageParams: [{ page: 1 }] }
  previews.set(previous, { sort: query.sort, data })
  return data
}

// The same question is put with every drawing until the answer is there; ten thousand rows are sorted once.
const previews = new WeakMap<object, { sort: string; data: ListData }>()

function isSameBut(before: unknown, query: LeadListQuery): boolean {
  if (typeof before !== 'object' || before === null) return false
  const bare = (value: object) => JSON.stringify({ ...value, sort: null, startPage: null })
  return bare(before) === bare(query)
}

/** Loads a list, and the next page before it is needed. */
export function useLeadList(query: LeadListQuery): LoadedList {
  const options = leadListQuery(query)
  const result = useInfiniteQuery({
    ...options,
    placeholderData: (previous, before) => previewOf(previous, before && questionOf(before), query),
  })
  const rows = useMemo(() => uniqueRows(result.data), [result.data])
  const ids = useMemo(() => rows.map(row => row.id), [rows])
  const isPreview = result.isPlaceholderData
  return {
    rows,
    ids,
    total: result.data?.pages.at(-1),
    firstPlace: result.data?.pages[0]?.place ?? 1,
    isWaiting: result.isPending,
    isPreview,
    error: result.error,
    hasNext: !isPreview && result.hasNextPage,
    hasPrevious: !isPreview && result.hasPreviousPage,
    isFetchingNext: result.isFetchingNextPage,
    fetchNext: () => void (!result.isFetchingNextPage && result.fetchNextPage({ cancelRefetch: false })),
    fetchPrevious: () => void (!result.isFetchingPreviousPage && result.fetchPreviousPage({ cancelRefetch: false })),
    refetch: () => void result.refetch(),
  }
}

// A lead that moved between two pages while they were read would be there twice.
function uniqueRows(data: InfiniteData<PlacedPage, unknown> | undefined): LeadRow[] {
  // One page holds nobody twice: ten thousand rows in another order are not looked through for it.
  if (data?.pages.length === 1 && data.pages[0]) return data.pages[0].data
  const seen = new Set<number>()
  const rows: LeadRow[] = []
  for (const page of data?.pages ?? []) {
    for (const row of page.data) {
      if (seen.has(row.id)) continue
      seen.add(row.id)
      rows.push(row)
    }
  }
  return rows
}

/** True once something has been waiting for a while: shorter waits show nothing, so that nothing flickers. */
export function useLate(waiting: boolean, afterMs = 200): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!waiting) {
      setLate(false)
      return
    }
    const timer = setTimeout(() => setLate(true), afterMs)
    return () => clearTimeout(timer)
  }, [waiting, afterMs])
  return late && waiting
}
