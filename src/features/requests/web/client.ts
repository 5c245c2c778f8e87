import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/web/calls/call.ts'
import { requestCalls } from '../contract.ts'

const keyOf = (leadId: number) => ['requests', leadId] as const

/** What a lead asked for, newest first. */
export const requestsQuery = (leadId: number) =>
  queryOptions({
    queryKey: keyOf(leadId),
    queryFn: ({ signal }) => call(requestCalls.list, { leadId }, { signal }),
    staleTime: 15_000,
  })

/** Fetches it again. */
export const refetchRequests = (client: QueryClient, leadId: number): Promise<void> =>
  client.invalidateQueries({ queryKey: keyOf(leadId) })
