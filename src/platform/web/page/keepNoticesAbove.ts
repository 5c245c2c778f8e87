import { openDialog, watchScreen } from './screenChanges.ts'

/** What somebody came to press: what sends a form, and bars of actions that say so. */
const ACTIONS = 'button[type="submit"], [data-keep-clear]'
/** In a dialog that is every button with words: it was opened to press one of them. */
const IN_DIALOG = `${ACTIONS}, .mantine-Button-root`
const GAP = 8

type Edges = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

const kept = new Set<HTMLElement>()
let stack: HTMLElement | null = null

/**
 * A ref for something that has buttons, such as a card or the foot of a dialog: notices appear above it as long as it is there,
 * since one that stays would keep it from being pressed. What sends a form needs none.
 */
export function keepNoticesAbove(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined
  kept.add(element)
  place()
  return () => {
    kept.delete(element)
    place()
  }
}

/** A ref for the stack of notices while there are any: it stands where it covers nothing that somebody came to press. */
export function placeNotices(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined
  stack = element
  const stop = watchScreen(place)
  place()
  return () => {
    stop()
    stack = null
  }
}

function place(): void {
  // Nothing runs away from a pointer.
  if (!stack || stack.querySelector(':hover')) return
  const { left, right, bottom, height } = stack.getBoundingClientRect()
  const now = Number.parseFloat(stack.style.getPropertyValue('--kt-lift')) || 0
  const lift = liftOver({ left, right, bottom: bottom + now, height }, obstacles())
  stack.style.setProperty('--kt-lift', `${lift}px`)
}

function obstacles(): Edges[] {
  const dialog = openDialog()
  const found = dialog
    ? dialog.querySelectorAll<HTMLElement>(IN_DIALOG)
    : document.querySelectorAll<HTMLElement>(ACTIONS)
  return [...found, ...kept]
    .filter(one => one.checkVisibility())
    .map(one => one.getBoundingClientRect())
    .filter(({ top, bottom }) => bottom > 0 && top < innerHeight)
}

/** How far a box must rise to cover none of these; to the top of the window where there is no such place. */
export function liftOver(
  { left, right, bottom, height }: Pick<DOMRect, 'left' | 'right' | 'bottom' | 'height'>,
  others: readonly Edges[],
): number {
  const beneath = others.filter(other => other.right > left && other.left < right)
  let lift = 0
  for (;;) {
    const low = bottom - lift
    const tops = beneath.filter(other => other.bottom > low - height && other.top < low).map(({ top }) => top)
    if (tops.length === 0) return lift
    lift = bottom - Math.min(...tops) + GAP
    if (bottom - lift - height < GAP) return Math.max(0, bottom - height - GAP)
  }
}
