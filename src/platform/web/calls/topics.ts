import type { Query, QueryClient } from '@tanstack/react-query'
import type { Topic } from '../../wire/live.ts'
import { concerns, liveChanges } from '../live/live.ts'

/**
 * What a query shows: anything of a topic, or only the records of the topic with these ids. With `refetch: 'none'` a change
 * only marks the answer, for lists that their own screen refreshes row by row.
 */
export type Interest = Topic | { topic: Topic; ids?: readonly number[]; refetch?: 'active' | 'none' }

/** Fetches again whatever shows records that changed; no ids mean anything of the topic. */
export async function invalidateTopic(client: QueryClient, topic: string, ids: readonly number[] = []): Promise<void> {
  const change = { topic, ids: [] }
  const isMeant = ({ meta }: Query, refetchType: 'active' | 'none') =>
    meta?.topics?.some(interest => {
      const shown = typeof interest === 'string' ? { topic: interest } : interest
      return (
        (shown.refetch ?? meta.refetch ?? 'active') === refetchType &&
        concerns(change, shown.topic) &&
        (!ids[0] || !shown.ids || shown.ids.some(id => ids.includes(id)))
      )
    }) ?? false
  await Promise.all(
    (['active', 'none'] as const).map(refetchType =>
      client.invalidateQueries({ predicate: query => isMeant(query, refetchType), refetchType }),
    ),
  )
}

/** Follows the stream of changes for all queries that say what they show. Returns the function that ends it. */
export const followTopics = (client: QueryClient): (() => void) =>
  liveChanges.listen(({ topic, ids }) => void invalidateTopic(client, topic, ids))
