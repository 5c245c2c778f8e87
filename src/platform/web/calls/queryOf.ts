import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  type QueryFunctionContext,
  type QueryKey,
  queryOptions,
  skipToken,
} from '@tanstack/react-query'
import type { Call, OutputOf } from '../../wire/call.ts'
import type { AnyPatch, OfflinePatch } from '../offline/offlineQueue.ts'
import { callWith, type SentBy } from './call.ts'
import type { Interest } from './topics.ts'

export { followTopics, type Interest, invalidateTopic } from './topics.ts'

/** Failures of which the screen says nothing: all of them, or only those that leave what was there as it was. */
type Unsaid = 'failures' | 'failed reloads'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Changes of these fetch the query again. */
      topics?: readonly Interest[]
      /** A list that nobody looks at may wait until it is opened; the one on the screen is refreshed by its own screen. */
      refetch?: 'active' | 'none' | undefined
      /** What writes that wait for the network make of the answer. */
      patches?: readonly AnyPatch[] | undefined
      unsaid?: Unsaid | undefined
    }
  }
}

/** What all queries may say. */
interface QueryOptions<Data> {
  /** Whose changes make the answer stale. */
  topics: readonly Interest[]
  refetch?: 'active' | 'none'
  /** What writes that wait for the network make of the answer. */
  patches?: readonly OfflinePatch<Data>[]
  unsaid?: Unsaid
  /** Milliseconds for which the answer is fresh enough to be shown without asking again. */
  staleTime?: number
  gcTime?: number
  /** Asks again whenever a screen shows it, however fresh it is. */
  refetchOnMount?: 'always'
}

interface QueryOfOptions<C extends Call> extends QueryOptions<OutputOf<C>> {
  /** For an answer that is put together from several; one call with the input otherwise. */
  fetch?(context: Pick<QueryFunctionContext, 'signal' | 'client'>): Promise<OutputOf<C>>
}

type Input<C extends Call> = Partial<SentBy<C>> | undefined

/** The key of a call's answers: all of them, or those to one input. */
export const keyOf = <C extends Call>(definition: C, input?: Input<C>): QueryKey =>
  input === undefined ? [definition.path] : [definition.path, input]

/** The query of a call: its key, how it is fetched, and which changes fetch it again. */
export function queryOf<C extends Call>(
  definition: C,
  input: SentBy<C>,
  { topics, refetch, patches, unsaid, fetch, ...options }: QueryOfOptions<C>,
) {
  return queryOptions({
    queryKey: keyOf(definition, input),
    queryFn: context => fetch?.(context) ?? callWith(definition, input, { signal: context.signal }),
    meta: { topics, refetch, patches, unsaid },
    ...options,
  })
}

interface PagedQueryOptions<Page, Start> extends QueryOptions<InfiniteData<Page, Start>> {
  /** Where the first page begins. */
  first: Start
  next(last: Page): Start | null | undefined
  previous?(first: Page): Start | null | undefined
  /** Reads one page. */
  fetch(start: Start, context: Pick<QueryFunctionContext, 'signal' | 'client'>): Promise<Page> | Page
}

const PAGES = 'pages'

/** The query of a list that is read page by page; `question` says which list. `Page` may know more than the call answers. */
export function pagedQueryOf<C extends Call, Start, Page extends OutputOf<C> = OutputOf<C>>(
  definition: C,
  question: object,
  { topics, refetch, patches, unsaid, first, next, previous, fetch, ...options }: PagedQueryOptions<Page, Start>,
) {
  return infiniteQueryOptions<Page, Error, InfiniteData<Page, Start>, QueryKey, Start>({
    queryKey: [definition.path, question, PAGES],
    queryFn: ({ pageParam, ...context }) => fetch(pageParam as Start, context),
    initialPageParam: first,
    getNextPageParam: next,
    ...(previous && { getPreviousPageParam: previous }),
    meta: { topics, refetch, patches, unsaid },
    ...options,
  })
}

/** In the place of a query that nobody gave. */
export const noQuery = { queryKey: ['none'], queryFn: skipToken } as const

/** Fetches the answers of a call again, all of them or those to one input; what nobody looks at is only marked. */
export const refetchCall = <C extends Call>(client: QueryClient, definition: C, input?: Input<C>): Promise<void> =>
  client.invalidateQueries({ queryKey: keyOf(definition, input) })

/** Marks the answers of a call as old: whoever opens one fetches it again, and what is on screen stays. */
export const markStale = <C extends Call>(client: QueryClient, definition: C): Promise<void> =>
  client.invalidateQueries({ queryKey: keyOf(definition), refetchType: 'none' })
