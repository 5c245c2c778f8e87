import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Call, OutputOf } from '../../wire/call.ts'
import { keyOf } from '../calls/queryOf.ts'
import {
  type AnyPatch,
  type OfflinePatch,
  offlineQueue,
  type QueuedWrite,
  queuedSaved,
  type ShownWrite,
  watchOfflineQueue,
  withKnownIds,
} from './offlineQueue.ts'

/** A patch for the answers of a call whose own feature does not know what waits. */
export interface ForeignPatch {
  key: QueryKey
  patch: AnyPatch
}

/** Declares one; the feature's `web/feature.ts` names the file that holds it. */
export const patchOf = <C extends Call>(definition: C, patch: OfflinePatch<OutputOf<C>>): ForeignPatch => ({
  key: keyOf(definition),
  patch,
})

/**
 * Shows what waits as if the server had taken it already: in what is in the cache now, and in every answer that comes
 * later. Returns the function that stops it.
 */
export function applyQueued(client: QueryClient, foreign: readonly ForeignPatch[] = []): () => void {
  const cache = client.getQueryCache()
  const patchesOf = ({ meta, queryKey }: Query): AnyPatch[] => [
    ...(meta?.patches ?? []),
    ...foreign.flatMap(({ key, patch }) => (key[0] === queryKey[0] ? patch : [])),
  ]
  const show = (query: Query, writes: readonly QueuedWrite[]) => {
    const { data, dataUpdatedAt } = query.state
    if (data === undefined || writes.length === 0) return
    const patches = patchesOf(query)
    const shown = writes.reduce(
      (before, write) => patches.reduce((each, patch) => patch(each as never, write), before),
      data as unknown,
    )
    if (shown !== data) client.setQueryData<unknown>(query.queryKey, shown, { updatedAt: dataUpdatedAt })
  }
  const pending = () => offlineQueue().filter(write => write.refused === null)
  for (const query of cache.getAll()) show(query, pending())
  const left = [
    cache.subscribe(event => {
      if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual)
        show(event.query, pending())
    }),
    queuedSaved.listen(write => {
      for (const query of cache.getAll()) show(query, [write])
    }),
  ]
  return () => {
    for (const leave of left) leave()
  }
}

/**
 * Shows a write that is on its way as if the server had taken it already, in every answer in the cache that shows the
 * record. The function that comes back shows everything as it was before.
 */
export async function showOnItsWay(client: QueryClient, write: ShownWrite): Promise<() => void> {
  const changed = client
    .getQueryCache()
    .getAll()
    .flatMap(({ meta, queryKey, state: { data } }) => {
      const shown = (meta?.patches ?? []).reduce<unknown>((each, patch) => patch(each as never, write), data)
      return data === undefined || shown === data ? [] : { queryKey, data, shown }
    })
  await Promise.all(changed.map(({ queryKey }) => client.cancelQueries({ queryKey, exact: true })))
  for (const { queryKey, shown } of changed) client.setQueryData<unknown>(queryKey, shown)
  return () => {
    for (const { queryKey, data } of changed) client.setQueryData<unknown>(queryKey, data)
  }
}

/** What a record was and what becomes of it; `null` where there is none. */
export interface ShownChange<Shown> {
  before: Shown | null
  after: Shown | null
}

/** A kind of record whose changes may wait on this device. */
export interface QueuedKind<Shown> {
  /** The name of one of them, such as `task:12`, for `QueuedLabel.record` and marks. */
  record(id: number): string
  /** What a write makes of the record; `null` when it is about something else, or of a shape that this version does not know. */
  changeOf(write: ShownWrite): (ShownChange<Shown> & { id: number }) | null
}

/** Declares a kind; `isShown` says whether what is on this device, maybe since another version, is such a record. */
export const queuedKind = <Shown>(
  name: string,
  isShown: (value: object) => value is Shown & object,
): QueuedKind<Shown> => ({
  record: id => `${name}:${id}`,
  changeOf({ record, shows }) {
    if (!record.startsWith(`${name}:`) || !isChange(shows)) return null
    const { before, after } = shows
    if ((before !== null && !isShown(before)) || (after !== null && !isShown(after))) return null
    return { before, after, id: Number(record.slice(name.length + 1)) }
  },
})

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const isChange = (value: unknown): value is ShownChange<object> =>
  isObject(value) &&
  'before' in value &&
  'after' in value &&
  [value.before, value.after].every(each => each === null || isObject(each))

/** How a record stands: all sent, waiting for the network, or with something that was not taken. */
export type RecordState = 'sent' | 'waiting' | 'refused'

/** The same for a screen that shows the record, named such as `task:12`. */
export const useRecordState = (record: string): RecordState =>
  useSyncExternalStore(watchOfflineQueue, () => {
    const known = withKnownIds(record)
    const own = offlineQueue().filter(write => write.record === known)
    if (own.length === 0) return 'sent'
    return own.some(write => write.refused !== null) ? 'refused' : 'waiting'
  })
