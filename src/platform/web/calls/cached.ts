import type { InfiniteData, Query, QueryClient, QueryKey } from '@tanstack/react-query'
import type { Call, OutputOf } from '../../wire/call.ts'
import { keyOf } from './queryOf.ts'

/** What becomes of the answers of a call that are in the cache, before the server says so. */
export interface CachedChange {
  key: QueryKey
  change: (answer: never) => unknown
}

/** Declares what becomes of each answer of a call, and of each page of its lists; the same answer when nothing does. */
export const cachedChange = <C extends Call>(
  definition: C,
  change: (answer: OutputOf<C>) => OutputOf<C>,
  input?: Parameters<typeof keyOf<C>>[1],
): CachedChange => ({ key: keyOf(definition, input), change })

const isPaged = (data: unknown): data is InfiniteData<unknown> =>
  typeof data === 'object' && data !== null && 'pages' in data && 'pageParams' in data

/** All answers of a call that are in the cache, whatever was asked; of a list, its pages. */
export const cachedAnswers = <C extends Call>(client: QueryClient, definition: C): OutputOf<C>[] =>
  queriesOf(client, keyOf(definition)).flatMap(({ state: { data } }) => {
    if (data === undefined) return []
    return (isPaged(data) ? data.pages : [data]) as OutputOf<C>[]
  })

const queriesOf = (client: QueryClient, queryKey: QueryKey): Query[] => client.getQueryCache().findAll({ queryKey })

/** Changes what is shown at once. The function that comes back shows everything as it was before. */
export async function showAtOnce(client: QueryClient, changes: readonly CachedChange[]): Promise<() => void> {
  await Promise.all(
    changes.map(({ key }) =>
      client.cancelQueries({ queryKey: key, predicate: ({ state }) => state.data !== undefined }),
    ),
  )
  const before = changes.flatMap(({ key, change }) =>
    queriesOf(client, key).map(({ queryKey, state: { data } }) => {
      const changed = data === undefined ? data : changedData(data, change as (answer: unknown) => unknown)
      if (changed !== data) client.setQueryData<unknown>(queryKey, changed)
      return { queryKey, data }
    }),
  )
  return () => {
    for (const { queryKey, data } of before.toReversed()) client.setQueryData<unknown>(queryKey, data)
  }
}

function changedData(data: unknown, change: (answer: unknown) => unknown): unknown {
  if (!isPaged(data)) return change(data)
  const pages = data.pages.map(change)
  return pages.some((page, at) => page !== data.pages[at]) ? { ...data, pages } : data
}
