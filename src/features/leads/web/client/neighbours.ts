import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { LeadRow } from '../../contract/record.ts'
import { type LeadListQuery, leadKeys, type PageStart, type PlacedPage, questionOf } from './leads.ts'

type CachedList = InfiniteData<PlacedPage, PageStart>

/** Where a lead stands in the list that it was opened from. */
export interface Place {
  position: number
  total: number
  isEstimate: boolean
  previous: LeadRow | undefined
  next: LeadRow | undefined
  list: LeadListQuery
  /** Of the list, on which the lead stands. */
  page: number
}

/** The neighbours of a lead in the list that was looked at last; `null` when it was opened from elsewhere. */
export function placeOf(client: QueryClient, id: number): Place | null {
  const lists = client
    .getQueryCache()
    .findAll({ queryKey: leadKeys.lists })
    .map(query => ({ at: query.state.dataUpdatedAt, data: query.state.data as CachedList | undefined, query }))
    .sort((a, b) => b.at - a.at)
  for (const { data, query } of lists) {
    const rows = data?.pages.flatMap(page => page.data) ?? []
    const index = rows.findIndex(row => row.id === id)
    const last = data?.pages.at(-1)
    if (index < 0 || !last) continue
    const asked = questionOf(query)
    const first = data?.pages[0]?.place ?? 1
    const before = (first - 1) * asked.perPage + index
    return {
      position: before + 1,
      total: last.total,
      isEstimate: last.total_is_estimate,
      previous: rows[index - 1],
      next: rows[index + 1],
      list: asked,
      page: Math.floor(before / asked.perPage) + 1,
    }
  }
  return null
}
