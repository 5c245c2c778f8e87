import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/web/calls/call.ts'
import { listingCalls } from '../../listings/contract.ts'
import type { EmailState, SentEmail } from '../contract/emails.ts'
import { alertEmailCalls } from '../contract/emails.ts'

/** What the list of e-mails is narrowed to. */
export interface EmailFilter {
  state: EmailState | null
  search: string
}

const KEY = 'alert-emails'

/** The e-mails of all alerts, newest first, page after page. */
export const alertEmailsQuery = ({ state, search }: EmailFilter) =>
  infiniteQueryOptions({
    queryKey: [KEY, 'list', state, search],
    queryFn: ({ pageParam, signal }) =>
      call(
        alertEmailCalls.emails,
        { state: state ?? undefined, search: search || undefined, perPage: 50, cursor: pageParam ?? undefined },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: last => last.next_cursor,
  })

/** How all of them stand. */
export const emailSummaryQuery = queryOptions({
  queryKey: [KEY, 'summary'],
  queryFn: ({ signal }) => call(alertEmailCalls.emailSummary, {}, { signal }),
})

/** Fetches both again. */
export const refetchEmails = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: [KEY] })

export const retryEmail = (id: number): Promise<SentEmail> => call(alertEmailCalls.retryEmail, { id })

export const retryEmails = () => call(alertEmailCalls.retryEmails, {})

/** How the replication of listings stands. */
export const feedQuery = queryOptions({
  queryKey: ['listing-feed'],
  queryFn: ({ signal }) => call(listingCalls.feed, {}, { signal }),
  refetchInterval: 60_000,
})

/** Reads what the listing service has changed, now. */
export const refreshFeed = () => call(listingCalls.refresh, {})
