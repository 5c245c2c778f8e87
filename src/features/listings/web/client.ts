import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/web/call.ts'
import { listingCalls } from '../contract.ts'

/** One home by its MLS number. */
export const listingQuery = (mls: string) =>
  queryOptions({
    queryKey: ['listings', mls],
    queryFn: ({ signal }) => call(listingCalls.get, { mls }, { signal }),
    staleTime: 60_000,
    retry: false,
  })
