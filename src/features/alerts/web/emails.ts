import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/web/calls/call.ts'
import { pagesOf } from '../../../platform/web/calls/pagesOf.ts'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import { invalidateTopic, queryOf } from '../../../platform/web/calls/queryOf.ts'
import { listingCalls } from '../../listings/contract.ts'
import type { EmailState } from '../contract/emails.ts'
import { alertEmailCalls } from '../contract/emails.ts'

/** What the list of e-mails is narrowed to. */
export interface EmailFilter {
  state: EmailState | null
  search: string
}

/** The e-mails of all alerts, newest first, page after page. */
export const alertEmailsQuery = ({ state, search }: EmailFilter) =>
  pagesOf(
    alertEmailCalls.emails,
    { state: state ?? undefined, search: search || undefined, perPage: 50 },
    { topics: ['alerts'] },
  )

/** How all of them stand. */
export const emailSummaryQuery = queryOf(alertEmailCalls.emailSummary, {}, { topics: ['alerts'] })

/** Fetches both again. */
export const refetchEmails = (): Promise<void> => invalidateTopic(queryClient, 'alerts')

export const retryEmail = (id: number) => call(alertEmailCalls.retryEmail, { id })

export const retryEmails = () => call(alertEmailCalls.retryEmails, {})

/** How the replication of listings stands. */
export const feedQuery = queryOptions({
  ...queryOf(listingCalls.feed, {}, { topics: ['listings'] }),
  refetchInterval: 60_000,
})

/** Reads what the listing service has changed, now. */
export async function refreshFeed() {
  const feed = await call(listingCalls.refresh, {})
  queryClient.setQueryData(feedQuery.queryKey, feed)
  return feed
}
