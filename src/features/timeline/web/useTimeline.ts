import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { showsPages } from './client/inView.ts'
import { refreshPage, type TimelineQuestion, timelineQuery } from './client/timeline.ts'
import { shownEntry } from './rules/entries.ts'
import { entriesOf } from './rules/pages.ts'

/** The keys of the first and last entry that somebody has before them. */
export type ShownRange = readonly [first: string, last: string]

/** What happened with a lead as far as it was read, kept up to date where somebody looks. */
export function useTimeline(leadId: number, question: TimelineQuestion) {
  const client = useQueryClient()
  const query = useInfiniteQuery(timelineQuery(leadId, question))
  const { data } = query
  const [range, setRange] = useState<ShownRange | null>(null)
  const entries = useMemo(() => entriesOf(data?.pages ?? []), [data])
  const places = useMemo(
    () =>
      new Map(data?.pages.flatMap((page, index) => page.data.map(entry => [shownEntry(entry).key, index] as const))),
    [data],
  )
  const first = places.get(range?.[0] ?? '') ?? 0
  const last = places.get(range?.[1] ?? '') ?? first
  const asked = useRef(new Set<string>())
  useEffect(() => {
    const cursors = data?.pageParams.slice(first, last + 1) ?? []
    showsPages(leadId, cursors)
    for (const [index, cursor] of cursors.entries()) {
      if (!data?.pages[first + index]?.isPast || asked.current.has(cursor)) continue
      asked.current.add(cursor)
      // What could not be read again stays marked, and is asked for when it comes into view once more.
      void refreshPage(client, leadId, question, cursor)
        .catch(() => undefined)
        .finally(() => asked.current.delete(cursor))
    }
  }, [client, leadId, question, data, first, last])
  return { ...query, entries, isLong: query.hasNextPage || (data?.pages.length ?? 0) > 1, onShow: setRange }
}
