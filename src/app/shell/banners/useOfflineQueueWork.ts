import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { taskPatch } from '../../../features/tasks/web/client/optimistic.ts'
import { timelinePatch } from '../../../features/timeline/web/client/optimistic.ts'
import { purgeOldDrafts } from '../../../platform/web/forms/draftStore.ts'
import { liveState } from '../../../platform/web/live/live.ts'
import {
  purgeOldIds,
  queuedSaved,
  queuedSettled,
  rereadOfflineQueue,
  useOfflineQueue,
} from '../../../platform/web/offline/offlineQueue.ts'
import { sendQueued } from '../../../platform/web/offline/offlineQueueSend.ts'
import { applyQueued } from '../../../platform/web/offline/optimisticPatches.ts'
import { notify } from '../../../platform/web/page/notices.ts'
import { DEFAULT_ZONE } from '../../../platform/web/time/time.ts'
import { useSession } from '../session.ts'

/** A line that answers now and then is tried again this often while something waits. */
const AGAIN_MS = 15_000

/**
 * Shows what waits for the network, and sends it: at the start, when the network comes back, and when the stream of
 * changes opens again. Answers what to do when the network is back.
 */
export function useOfflineQueueWork(): () => void {
  const { user } = useSession()
  const queries = useQueryClient()
  const id = user?.id ?? null
  const zone = user?.zone ?? DEFAULT_ZONE
  const hasWaiting = useOfflineQueue().some(entry => entry.refused === null)
  const send = useCallback(async () => {
    const sent = await sendQueued()
    if (sent > 0) notify(sent === 1 ? 'Sent the entry that was waiting.' : `Sent ${sent} entries that were waiting.`)
  }, [])

  useEffect(() => {
    rereadOfflineQueue()
    if (id === null) return
    purgeOldDrafts()
    purgeOldIds()
    void send()
    const left = [
      applyQueued(queries, [taskPatch(zone), timelinePatch]),
      queuedSettled.listen(() => void queries.invalidateQueries()),
      // What waits behind others, while there is a network, goes at once.
      queuedSaved.listen(() => void (navigator.onLine && send())),
      liveState.listen(state => void (state === 'open' && send())),
    ]
    return () => {
      for (const leave of left) leave()
    }
  }, [id, zone, queries, send])

  useEffect(() => {
    if (!hasWaiting) return
    const timer = setInterval(() => void (navigator.onLine && send()), AGAIN_MS)
    return () => clearInterval(timer)
  }, [hasWaiting, send])

  return useCallback(() => {
    void send()
    // What is on screen stays until its new answer is there.
    void queries.invalidateQueries()
  }, [queries, send])
}
