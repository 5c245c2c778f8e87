import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/web/calls/call.ts'
import { searchCalls } from '../contract.ts'

/** What the palette offers for a text. */
export const found = (q: string) =>
  queryOptions({
    queryKey: ['search', q],
    queryFn: ({ signal }) => call(searchCalls.search, { q }, { signal }),
    enabled: q.trim().length > 1,
    staleTime: 5000,
  })
