import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'

/** A finger that rests this long on a card chooses it. */
const HOLD_MS = 450
/** A finger that moves less than this is not on its way. */
const SLOP = 10
/** Let go beyond this, a swipe is meant. */
const FAR = 80
/** The card goes no further than this. */
const FURTHEST = 120

interface Touch {
  x: number
  y: number
  timer: number
  swiped: number
  isHeld: boolean
}

interface CardTouch {
  /** What a swipe to the left does; `null` when nothing. */
  onLeft: (() => void) | null
  onRight: () => void
  onHold: () => void
}

/**
 * What a finger does to a card beside pressing it: resting chooses, swiping acts. Up and down is left to the browser
 * (`touch-action: pan-y`), which takes the finger away from here when it scrolls. Every action has a button, too.
 */
export function useCardTouch({ onLeft, onRight, onHold }: CardTouch) {
  const touch = useRef<Touch | null>(null)
  // The press that ends a swipe or a rest is not a press on the card.
  const isSpent = useRef(false)
  const end = (card: HTMLElement) => {
    clearTimeout(touch.current?.timer)
    touch.current = null
    card.removeAttribute('data-swipe')
    card.style.removeProperty('--swiped')
  }
  useEffect(() => () => clearTimeout(touch.current?.timer), [])
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      isSpent.current = false
      if (event.button !== 0 || !event.isPrimary) return
      const timer = window.setTimeout(() => {
        if (!touch.current) return
        touch.current.isHeld = true
        isSpent.current = true
        navigator.vibrate?.(10)
        onHold()
      }, HOLD_MS)
      touch.current = { x: event.clientX, y: event.clientY, timer, swiped: 0, isHeld: false }
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const at = touch.current
      if (!at || at.isHeld) return
      const across = event.clientX - at.x
      if (Math.hypot(across, event.clientY - at.y) < SLOP && at.swiped === 0) return
      clearTimeout(at.timer)
      // A mouse chooses text and drags links: swiping is for fingers.
      if (event.pointerType !== 'touch') return
      at.swiped = Math.max(onLeft ? -FURTHEST : 0, Math.min(FURTHEST, across))
      isSpent.current = true
      event.currentTarget.dataset.swipe = at.swiped < 0 ? 'left' : 'right'
      event.currentTarget.toggleAttribute('data-far', Math.abs(at.swiped) >= FAR)
      event.currentTarget.style.setProperty('--swiped', `${at.swiped}px`)
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const swiped = touch.current?.swiped ?? 0
      end(event.currentTarget)
      if (swiped <= -FAR) onLeft?.()
      if (swiped >= FAR) onRight()
    },
    onPointerCancel: (event: PointerEvent<HTMLElement>) => end(event.currentTarget),
    onContextMenu(event: MouseEvent<HTMLElement>) {
      if (isSpent.current) event.preventDefault()
    },
    onClickCapture(event: MouseEvent<HTMLElement>) {
      if (!isSpent.current || !event.isTrusted) return
      isSpent.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
