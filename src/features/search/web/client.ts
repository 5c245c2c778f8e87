import { queryOptions } from '@tanstack/react-query'
import { queryOf } from '../../../platform/web/calls/queryOf.ts'
import { searchCalls } from '../contract.ts'

/** What the palette offers for a text. */
export const found = (q: string) =>
  queryOptions({
    ...queryOf(searchCalls.search, { q }, { topics: [], staleTime: 5000 }),
    enabled: q.trim() !== '',
  })
