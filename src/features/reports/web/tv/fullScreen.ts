import { useEffect, useEffectEvent } from 'react'

/** Takes the whole screen; browsers allow it on a press only, and some not at all. */
export async function fillScreen(): Promise<void> {
  if (document.fullscreenEnabled) await document.documentElement.requestFullscreen().catch(() => undefined)
}

/** Gives the screen back. */
export async function leaveScreen(): Promise<void> {
  if (document.fullscreenElement) await document.exitFullscreen().catch(() => undefined)
}

/** Browsers keep Esc for themselves while a page has the whole screen: what it ended is heard of here. */
export function useScreenLeft(onLeft: () => void): void {
  const left = useEffectEvent(onLeft)
  useEffect(() => {
    const changed = () => {
      if (!document.fullscreenElement) left()
    }
    document.addEventListener('fullscreenchange', changed)
    return () => document.removeEventListener('fullscreenchange', changed)
  }, [])
}
