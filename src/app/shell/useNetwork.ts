import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { lastReach, type Reach, reached } from '../../platform/web/network.ts'

/** That the server cannot be reached, and from when is what is shown. */
export interface Away {
  since: number
}

/** What is away starts with what is on screen; an answer that was kept is as old as it says. */
function awayBy(reach: Reach, before: Away | null): Away | null {
  if (reach === 'answered') return null
  const keptAt = reach === 'silent' ? Date.now() : reach.keptAt
  return { since: Math.min(before?.since ?? keptAt, keptAt) }
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
    let wasAway = lastReach() !== 'answered'
    const hear = (reach: Reach) => {
      if (wasAway && reach === 'answered') latest.current()
      wasAway = reach !== 'answered'
      setAway(before => (before === null && reach === 'answered' ? before : awayBy(reach, before)))
    }
    const onOffline = () => hear('silent')
    const onOnline = () => latest.current()
    addEventListener('offline', onOffline)
    addEventListener('online', onOnline)
    const left = reached.listen(hear)
    return () => {
      removeEventListener('offline', onOffline)
      removeEventListener('online', onOnline)
      left()
    }
  }, [])
  // Another page shows other answers, which say their own age.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the page changes
  useEffect(() => setAway(before => before && { since: Date.now() }), [path])
  return away
}
