import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { leadQuery } from '../../features/leads/web/client/leads.ts'
import { timelineQuery, wholeTimeline } from '../../features/timeline/web/client/timeline.ts'

/** The open lead's own panels have asked by then: a browser sends a few requests at a time. */
const AFTER_MS = 300

/** Fetches what the next and the previous lead of the list begin with, so that a step shows them whole. */
export function useNeighboursAhead(next: number | undefined, previous: number | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const id of [next, previous]) {
        if (id === undefined) continue
        void client.prefetchQuery(leadQuery(id))
        void client.prefetchInfiniteQuery(timelineQuery(id, wholeTimeline))
      }
    }, AFTER_MS)
    return () => clearTimeout(timer)
  }, [client, next, previous])
}
