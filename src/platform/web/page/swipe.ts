import { type TouchEvent, useRef } from 'react'

/** Let go beyond this many pixels, a swipe is meant. */
const FAR = 64

interface Swipe {
  onLeft(): void
  onRight(): void
}

/** What a finger does that moves across more than up or down. */
export function useSwipe({ onLeft, onRight }: Swipe) {
  const start = useRef<{ x: number; y: number } | null>(null)
  return {
    onTouchStart({ touches }: TouchEvent) {
      const touch = touches[0]
      start.current = touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : null
    },
    onTouchEnd({ changedTouches }: TouchEvent) {
      const from = start.current
      const touch = changedTouches[0]
      start.current = null
      if (!from || !touch) return
      const across = touch.clientX - from.x
      if (Math.abs(across) < FAR || Math.abs(across) < 2 * Math.abs(touch.clientY - from.y)) return
      if (across < 0) onLeft()
      else onRight()
    },
  }
}
