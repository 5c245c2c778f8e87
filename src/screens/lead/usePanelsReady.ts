import { notifyManager, useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** By then every panel has asked for what it shows. */
const ASKED_MS = 80
/** A panel that takes longer than this comes when it comes. */
const PATIENCE_MS = 700

/**
 * Whether the panels of a lead may show: once their answers are there, or have had time enough. Together they come without
 * pushing each other down the column.
 */
export function usePanelsReady(leadId: number): boolean {
  const waiting = useIsFetching({
    predicate: query => query.queryKey.includes(leadId) && query.state.data === undefined,
  })
  const [phase, setPhase] = useState<'mounted' | 'asked' | 'late'>('mounted')
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    const asked = setTimeout(() => setPhase('asked'), ASKED_MS)
    const late = setTimeout(() => setPhase('late'), PATIENCE_MS)
    return () => {
      clearTimeout(asked)
      clearTimeout(late)
    }
  }, [])
  const mayShow = phase === 'late' || (phase === 'asked' && waiting === 0)
  useEffect(() => {
    // An answer counts from the moment it is kept, and reaches its panel after that: behind it, in the same queue.
    if (mayShow) notifyManager.schedule(() => setReady(true))
  }, [mayShow])
  return isReady
}
