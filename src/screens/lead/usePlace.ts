import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { DEFAULT_LEAD_SORT } from '../../features/leads/contract/filters.ts'
import { type LeadListQuery, leadListQuery } from '../../features/leads/web/client/leads.ts'
import { type Place, placeOf } from '../../features/leads/web/client/neighbours.ts'
import { rememberedList, rememberPlace } from '../../features/leads/web/client/placeMemory.ts'

const none: LeadListQuery = { list: 'leads', filters: {}, sort: DEFAULT_LEAD_SORT, startPage: 1, perPage: 50 }

/** Where the lead stands in the list it was opened from. After a reload the list is read again; at its end, it goes on. */
export function usePlace(id: number): Place | null {
  const client = useQueryClient()
  const [open] = useState(() => placeOf(client, id)?.list ?? rememberedList(id))
  const list = useInfiniteQuery({ ...leadListQuery(open ?? none), enabled: open !== null, refetchOnMount: false })
  const place = placeOf(client, id)
  const page = place?.page
  useEffect(() => {
    if (open && page) rememberPlace(id, { ...open, startPage: page })
  }, [id, open, page])
  const { hasNextPage, hasPreviousPage, isFetching, fetchNextPage, fetchPreviousPage } = list
  const isLast = place !== null && place.next === undefined
  const isFirst = place !== null && place.previous === undefined
  useEffect(() => {
    if (isFetching) return
    if (isLast && hasNextPage) void fetchNextPage()
    else if (isFirst && hasPreviousPage) void fetchPreviousPage()
  }, [isFetching, isLast, isFirst, hasNextPage, hasPreviousPage, fetchNextPage, fetchPreviousPage])
  return place
}
