import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { lastReach, type Reach, reached, watchReturn } from '../../../platform/web/calls/network.ts'

/** That the server cannot be reached, and from when is what is shown. */
export interface Away {
  since: number
}

/** What is away starts with what is on screen; an answer that was kept is as old as it says. */
function awayBy(reach: Reach, before: Away | null): Away | null {
  if (reach === 'answered') return null
  const cachedAt = reach === 'silent' ? Date.now() : reach.cachedAt
  return { since: Math.min(before?.since ?? cachedAt, cachedAt) }
}

/** Whether the network is away, as the browser says and as the last requests found. `onBack` runs when it is there again. */
export function useNetwork(onBack: () => void): Away | null {
  const [away, setAway] = useState(() => (navigator.onLine ? awayBy(lastReach(), null) : awayBy('silent', null)))
  const path = useLocation({ select: at => at.pathname })
  const latest = useRef(onBack)
  useEffect(() => {
    latest.current = onBack
  })
  useEffect(() => {
    const hear = (reach: Reach) =>
      setAway(before => (before === null && reach === 'answered' ? before : awayBy(reach, before)))
    const onOffline = () => hear('silent')
    const left = [reached.listen(hear), watchReturn(() => latest.current())]
    addEventListener('offline', onOffline)
    return () => {
      removeEventListener('offline', onOffline)
      for (const leave of left) leave()
    }
  }, [])
  // Another page shows other answers, which say their own age.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the page changes
  useEffect(() => setAway(before => before && { since: Date.now() }), [path])
  return away
}
