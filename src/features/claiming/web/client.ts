import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/web/calls/call.ts'
import { pagesOf } from '../../../platform/web/calls/pagesOf.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { pagedQueryOf, queryOf, refetchCall } from '../../../platform/web/calls/queryOf.ts'
import { claimingCalls } from '../contract.ts'
import { inputOf, type PoolFilters } from './rules/filters.ts'

/** Leads of the pool that are read at a time. */
const PER_PAGE = 50

/** The pool, page after page, newest first. */
export const poolQuery = (filters: PoolFilters) =>
  pagedQueryOf<typeof claimingCalls.list, string | null>(claimingCalls.list, filters, {
    topics: ['pool', 'leads'],
    first: null,
    next: last => last.next_cursor,
    fetch: (cursor, { signal }) =>
      call(
        claimingCalls.list,
        { ...inputOf(filters), perPage: PER_PAGE, ...(cursor === null ? {} : { cursor }) },
        { signal },
      ),
  })

/** What is known of one lead of the pool. */
export const pooledLeadQuery = (id: number) => queryOf(claimingCalls.get, { id }, { topics: [], staleTime: 60_000 })

/** What the person claimed and still has. */
export const claimedQuery = pagesOf(claimingCalls.claimed, { perPage: PER_PAGE }, { topics: ['pool', 'leads'] })

/** The newest lead of the pool, and whether the person hears of each. */
export const newestPooled = queryOptions({
  ...queryOf(claimingCalls.list, { perPage: 1 }, { topics: ['pool'] }),
  select: ({ data: [newest = null], notices }) => ({ newest, notices }),
})

/** Claims a lead. */
export const claimLead = (id: number) => call(claimingCalls.claim, { id })

/** Chooses whether the person hears of each lead that lands in the pool. */
export async function setNotices(on: boolean): Promise<void> {
  await call(claimingCalls.setNotices, { on })
  await refetchCall(queryClient, claimingCalls.list)
}
