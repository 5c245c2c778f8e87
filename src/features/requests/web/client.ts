import { queryOptions } from '@tanstack/react-query'
import { queryOf } from '../../../platform/web/calls/queryOf.ts'
import { MAX_PER_PAGE } from '../../../platform/wire/page.ts'
import { requestCalls } from '../contract.ts'

/** What a lead asked for, newest first. A request is dealt with when its task is done. */
export const requestsQuery = (leadId: number) =>
  queryOptions({
    ...queryOf(
      requestCalls.list,
      { leadId, perPage: MAX_PER_PAGE },
      { topics: [{ topic: 'requests', ids: [leadId] }, 'tasks'], staleTime: 15_000 },
    ),
    select: ({ data }) => data,
  })
