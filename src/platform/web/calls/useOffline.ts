import { useSyncExternalStore } from 'react'
import { lastReach, reached } from './network.ts'

/** Whether the last request was not answered by the server: what races with others must wait. */
export const useOffline = (): boolean =>
  useSyncExternalStore(
    watcher => reached.listen(watcher),
    () => lastReach() !== 'answered',
  )
