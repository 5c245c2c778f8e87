import { useEffect, useRef } from 'react'
import type { Topic } from '../../wire/live.ts'
import { listenLive } from './live.ts'

/** Changes that come close together are answered together. */
const SETTLE_MS = 150

/** What changed of a topic since it was last answered. */
export interface SettledChanges {
  ids: ReadonlySet<number>
  /** Anything may have changed, beside those. */
  anything: boolean
}

interface Pace {
  /** How long changes are gathered before they are answered. */
  afterMs?: number
  /** No answer comes sooner than this after the one before. */
  everyMs?: number
}

/**
 * Hears what changed of a topic, gathered for a moment: for a screen that refreshes row by row what its query only marks,
 * or that fetches what changes all day less often than it changes. Queries themselves say their topics instead.
 */
export function useSettledChanges(
  topic: Topic,
  onChanges: (changes: SettledChanges) => void,
  { afterMs = SETTLE_MS, everyMs = 0 }: Pace = {},
): void {
  const latest = useRef(onChanges)
  useEffect(() => {
    latest.current = onChanges
  })
  useEffect(() => {
    let pending = { ids: new Set<number>(), anything: false }
    let timer = 0
    let answeredAt = 0
    const answer = () => {
      const changes = pending
      pending = { ids: new Set(), anything: false }
      timer = 0
      answeredAt = Date.now()
      latest.current(changes)
    }
    const stop = listenLive(topic, ids => {
      for (const id of ids) pending.ids.add(id)
      if (ids.length === 0) pending.anything = true
      timer ||= window.setTimeout(answer, Math.max(afterMs, answeredAt + everyMs - Date.now()))
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [topic, afterMs, everyMs])
}
