/** The corner of the window in which notices appear, in pixels: what does not reach into it is not in their way. */
const CORNER = { width: 420, height: 160 }
const GAP = 8
/** Room that is left for notices, however high something in their corner is. */
const LEAST_ROOM = 120

const inTheWay = new Map<HTMLElement, number>()

/**
 * A ref for something that sits in the corner of the notices and has buttons, such as a card or the foot of a dialog: notices
 * appear above it as long as it is there, since one that stays would keep it from being pressed.
 */
export function keepNoticesAbove(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined
  const measure = () => {
    const { top, right, bottom } = element.getBoundingClientRect()
    const isInTheWay = right > innerWidth - CORNER.width && bottom > innerHeight - CORNER.height
    inTheWay.set(element, isInTheWay ? Math.min(innerHeight - top - GAP, innerHeight - LEAST_ROOM) : 0)
    place()
  }
  const resized = new ResizeObserver(measure)
  resized.observe(element)
  addEventListener('resize', measure)
  // Of whatever it is in.
  addEventListener('scroll', measure, { capture: true, passive: true })
  measure()
  return () => {
    resized.disconnect()
    removeEventListener('resize', measure)
    removeEventListener('scroll', measure, { capture: true })
    inTheWay.delete(element)
    place()
  }
}

function place(): void {
  const { style } = document.documentElement
  const height = Math.max(0, ...inTheWay.values())
  if (height > 0) style.setProperty('--kt-below-notices', `${height}px`)
  else style.removeProperty('--kt-below-notices')
}
