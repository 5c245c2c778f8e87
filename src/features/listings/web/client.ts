import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { queryOf } from '../../../platform/web/calls/queryOf.ts'
import { listingCalls } from '../contract.ts'

/** One home by its MLS number. */
export const listingQuery = (mls: string) =>
  queryOptions({ ...queryOf(listingCalls.get, { mls }, { topics: [], staleTime: 60_000 }), retry: false })

/** Homes by their ids, as cards show them. */
export const listingCardsQuery = (ids: readonly number[]) =>
  queryOptions({
    ...queryOf(listingCalls.cards, { ids: [...ids] }, { topics: [], staleTime: 5 * 60_000 }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })
