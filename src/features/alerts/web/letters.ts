import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '../../../platform/web/call.ts'
import { listingCalls } from '../../listings/contract.ts'
import type { Letter, LetterState } from '../contract/letters.ts'
import { letterCalls } from '../contract/letters.ts'

/** What the list of e-mails is narrowed to. */
export interface LetterFilter {
  state: LetterState | null
  search: string
}

const KEY = 'alert-letters'

/** The e-mails of all alerts, newest first, page after page. */
export const lettersQuery = ({ state, search }: LetterFilter) =>
  infiniteQueryOptions({
    queryKey: [KEY, 'list', state, search],
    queryFn: ({ pageParam, signal }) =>
      call(
        letterCalls.letters,
        { state: state ?? undefined, search: search || undefined, perPage: 50, cursor: pageParam ?? undefined },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: last => last.next_cursor,
  })

/** How all of them stand. */
export const letterSummaryQuery = queryOptions({
  queryKey: [KEY, 'summary'],
  queryFn: ({ signal }) => call(letterCalls.letterSummary, {}, { signal }),
})

/** Fetches both again. */
export const refetchLetters = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: [KEY] })

export const retryLetter = (id: number): Promise<Letter> => call(letterCalls.retryLetter, { id })

export const retryLetters = () => call(letterCalls.retryLetters, {})

/** How the replication of listings stands. */
export const feedQuery = queryOptions({
  queryKey: ['listing-feed'],
  queryFn: ({ signal }) => call(listingCalls.feed, {}, { signal }),
  refetchInterval: 60_000,
})

/** Reads what the listing service has changed, now. */
export const refreshFeed = () => call(listingCalls.refresh, {})
