import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/web/calls/call.ts'
import { listingCalls } from '../contract.ts'

/** One home by its MLS number. */
export const listingQuery = (mls: string) =>
  queryOptions({
    queryKey: ['listings', mls],
    queryFn: ({ signal }) => call(listingCalls.get, { mls }, { signal }),
    staleTime: 60_000,
    retry: false,
  })

/** Homes by their ids, as cards show them. */
export const listingCardsQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: ['listing-cards', ids],
    queryFn: ({ signal }) => call(listingCalls.cards, { ids: [...ids] }, { signal }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
  })
