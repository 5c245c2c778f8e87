import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { offlineQueue, type QueuedWrite, queuedSaved, watchOfflineQueue, withKnownIds } from './offlineQueue.ts'

/** What a write that waits makes of data in the cache; the same data when it does not concern it. */
export type OptimisticPatch = (key: QueryKey, data: unknown, write: QueuedWrite) => unknown

/**
 * Shows what waits as if the server had taken it already: in what is in the cache now, and in every answer that comes
 * later. Returns the function that stops it.
 */
export function applyQueued(client: QueryClient, patches: readonly OptimisticPatch[]): () => void {
  const cache = client.getQueryCache()
  const show = (query: Query, writes: readonly QueuedWrite[]) => {
    const { data, dataUpdatedAt } = query.state
    if (data === undefined || writes.length === 0) return
    const shown = writes.reduce(
      (before, write) => patches.reduce((each, patch) => patch(query.queryKey, each, write), before),
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

/** The id of the record that a write is about. */
export const idOf = (write: Pick<QueuedWrite, 'record'>): number => Number(write.record.split(':')[1])
