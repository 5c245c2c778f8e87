import { type Query, type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import type { Call, OutputOf } from '../../wire/call.ts'
import { concerns, liveChanges } from '../live/live.ts'
import { call, type SentBy } from './call.ts'

/** What a query shows: anything of a topic, or only the records of the topic with these ids. */
export type Interest = string | { topic: string; ids: readonly number[] }

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Changes of these fetch the query again. */
      topics?: readonly Interest[]
      /** A list that nobody looks at may wait until it is opened; the one on the screen is refreshed by its own screen. */
      refetch?: 'active' | 'none'
    }
  }
}

interface QueryOfOptions {
  /** Whose changes make the answer stale. */
  topics: readonly Interest[]
  refetch?: 'active' | 'none'
  /** Milliseconds for which the answer is fresh enough to be shown without asking again. */
  staleTime?: number
  gcTime?: number
}

type Input<C extends Call> = Partial<SentBy<C>> | undefined

/** The key of a call's answers: all of them, or those to one input. */
export const keyOf = <C extends Call>(definition: C, input?: Input<C>): QueryKey =>
  input === undefined ? [definition.path] : [definition.path, input]

/** The query of a call: its key, how it is fetched, and which changes fetch it again. */
export function queryOf<C extends Call>(
  definition: C,
  input: SentBy<C>,
  { topics, refetch, ...options }: QueryOfOptions,
) {
  return queryOptions({
    queryKey: keyOf(definition, input),
    queryFn: ({ signal }) => ask(definition, input, signal),
    meta: { topics, ...(refetch ? { refetch } : {}) },
    ...options,
  })
}

/** `call` wants its input only where there is one to give; a query always has it at hand. */
const ask = <C extends Call>(definition: C, input: SentBy<C>, signal: AbortSignal): Promise<OutputOf<C>> =>
  (call as (definition: C, input: SentBy<C>, options: { signal: AbortSignal }) => Promise<OutputOf<C>>)(
    definition,
    input,
    { signal },
  )

/** Fetches again whatever shows records that changed; no ids mean anything of the topic. */
export async function invalidateTopic(client: QueryClient, topic: string, ids: readonly number[] = []): Promise<void> {
  const isMeant = ({ meta }: Query, refetch: 'active' | 'none') =>
    (meta?.refetch ?? 'active') === refetch && (meta?.topics ?? []).some(interest => isAbout(interest, topic, ids))
  await Promise.all([
    client.invalidateQueries({ predicate: query => isMeant(query, 'active') }),
    client.invalidateQueries({ predicate: query => isMeant(query, 'none'), refetchType: 'none' }),
  ])
}

function isAbout(interest: Interest, topic: string, ids: readonly number[]): boolean {
  if (typeof interest === 'string') return concerns({ topic, ids: [] }, interest)
  if (!concerns({ topic, ids: [] }, interest.topic)) return false
  return ids.length === 0 || interest.ids.some(id => ids.includes(id))
}

/** Follows the stream of changes for all queries that say what they show. Returns the function that ends it. */
export const followTopics = (client: QueryClient): (() => void) =>
  liveChanges.listen(({ topic, ids }) => void invalidateTopic(client, topic, ids))
