import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { refetchEverything } from '../../../platform/web/calls/queryClient.ts'
import { reportError } from '../../../platform/web/errorReports.ts'
import { purgeOldDrafts } from '../../../platform/web/forms/draftStore.ts'
import { liveState } from '../../../platform/web/live/live.ts'
import { applyQueued } from '../../../platform/web/offline/offlinePatches.ts'
import {
  purgeOldIds,
  queuedSaved,
  queuedSettled,
  rereadOfflineQueue,
  useOfflineQueue,
} from '../../../platform/web/offline/offlineQueue.ts'
import { sendQueued } from '../../../platform/web/offline/offlineQueueSend.ts'
import { notify } from '../../../platform/web/page/notices.ts'
import { webFeatures } from '../../features.web.ts'
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
      showQueued(queries),
      queuedSettled.listen(() => void refetchEverything()),
      // What waits behind others, while there is a network, goes at once.
      queuedSaved.listen(() => void (navigator.onLine && send())),
      liveState.listen(state => void (state === 'open' && send())),
    ]
    return () => {
      for (const leave of left) leave()
    }
  }, [id, queries, send])

  useEffect(() => {
    if (!hasWaiting) return
    const timer = setInterval(() => void (navigator.onLine && send()), AGAIN_MS)
    return () => clearInterval(timer)
  }, [hasWaiting, send])

  return useCallback(() => {
    void send()
    // What is on screen stays until its new answer is there.
    void refetchEverything()
  }, [send])
}

/** Shows what waits in the answers of all features, once what they make of each other's is here. */
function showQueued(queries: QueryClient): () => void {
  const ended = new AbortController()
  Promise.all(webFeatures.flatMap(feature => feature.offlinePatches?.() ?? [])).then(loaded => {
    if (ended.signal.aborted) return
    const stop = applyQueued(
      queries,
      loaded.flatMap(({ offlinePatches }) => offlinePatches),
    )
    ended.signal.addEventListener('abort', stop)
  }, reportError)
  return () => ended.abort()
}
