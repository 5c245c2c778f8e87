import { type Query, QueryClient } from '@tanstack/react-query'
import { ApiError } from './apiErrors.ts'

/** Asking again changes nothing about these: no session, no right, no such record. */
const FINAL = [401, 403, 404]

/** One retry, unless the refusal is final, or there is no network to try again on: that is said at once. */
export const mayRetry = (failures: number, error: unknown): boolean =>
  failures < 1 && navigator.onLine !== false && !(error instanceof ApiError && FINAL.includes(error.status))

/** Answers that were on screen and are no more. */
const left = new WeakSet<Query>()

/**
 * Whoever leaves a screen and returns sees what was there and asks again, however fresh it is. Only what was fetched ahead, and what
 * somebody else still shows, is as good as its own time says; what never changes is not asked for twice.
 */
export const onMount = (query: Query): true | 'always' =>
  left.has(query) && !query.observers.some(({ options }) => isForever(options.staleTime)) ? 'always' : true

const isForever = (time: unknown): boolean => time === Number.POSITIVE_INFINITY || time === 'static'

/** Notes which answers were on screen and are no more. Returns the function that ends it. */
export const noteWhatIsLeft = (client: QueryClient): (() => void) =>
  client.getQueryCache().subscribe(event => {
    const { query } = event
    if (event.type === 'observerRemoved' && query.observers.length === 0) left.add(query)
    else if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual) left.delete(query)
  })

/** The cache of server state: one retry, no fetch on window focus, a fetch on mount. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: mayRetry, refetchOnWindowFocus: false, refetchOnMount: onMount, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})

noteWhatIsLeft(queryClient)

/**
 * Fetches once more what was invalidated while its first answer was still on the way. The library stops and repeats only
 * later fetches: a first one counts as fresh, though it was looked up before the change. Returns the function that ends it.
 */
export function refetchStaleAnswers(client: QueryClient): () => void {
  const staleFetches = new WeakSet<Query>()
  return client.getQueryCache().subscribe(event => {
    if (event.type !== 'updated') return
    const { query, action } = event
    const isUnanswered = query.state.data === undefined
    if (action.type === 'fetch' && isUnanswered && query.state.isInvalidated) {
      // What was marked before it was asked for is not marked again: nobody would hear of a change on the way.
      query.setState({ isInvalidated: false })
    } else if (action.type === 'invalidate' && isUnanswered && query.state.fetchStatus === 'fetching') {
      staleFetches.add(query)
    } else if (action.type === 'success' && !action.manual && staleFetches.delete(query)) {
      void client.invalidateQueries({ queryKey: query.queryKey, exact: true })
    }
  })
}

refetchStaleAnswers(queryClient)

/** Fetches again whatever is on screen; the rest when it is opened. */
export const refetchEverything = (): Promise<void> => queryClient.invalidateQueries()

/** Marks all answers as old: what is on screen stays until it is opened anew. */
export const markEverythingStale = (): Promise<void> => queryClient.invalidateQueries({ refetchType: 'none' })
