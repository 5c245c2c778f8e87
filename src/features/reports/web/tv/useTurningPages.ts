import { useEffect, useEffectEvent, useState } from 'react'
import { pageAfter, TURN_MS } from '../../rules/tv.ts'

/** Pages that turn by themselves until somebody stops them; a single one does not. */
export function useTurningPages(pages: number) {
  const [wanted, setWanted] = useState(0)
  const [isPaused, setPaused] = useState(false)
  const page = Math.min(wanted, Math.max(0, pages - 1))
  const turn = (steps: number) => setWanted(pageAfter(page, steps, pages))
  const isTurning = pages > 1 && !isPaused
  const turnOn = useEffectEvent(() => turn(1))
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page has its whole time, however it came up
  useEffect(() => {
    if (!isTurning) return
    const timer = setTimeout(turnOn, TURN_MS)
    return () => clearTimeout(timer)
  }, [isTurning, page])
  return { page, turn, isTurning, isPaused, setPaused }
}
