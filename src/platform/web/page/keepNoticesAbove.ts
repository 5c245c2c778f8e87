import { openDialog, watchScreen } from './screenChanges.ts'

/** What stays where it is for as long as the page is open: tabs, bars of actions, and what says that it is one of them. */
const BARS = '[role="tablist"], [role="toolbar"], [data-keep-clear]'
/** What somebody came to press, and can bring elsewhere by scrolling: what sends a form. */
const SENDS = 'button[type="submit"]'
/** In a dialog that is every button with words: it was opened to press one of them. */
const IN_DIALOG = `${BARS}, ${SENDS}, .mantine-Button-root`
const GAP = 8
/** The height of one notice of one line: less room is none. */
const ONE_NOTICE = 42

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
  // Nothing runs away from a pointer. Where a finger was is not where it is.
  if (!stack || (matchMedia('(hover: hover)').matches && stack.querySelector(':hover'))) return
  const { left, right, bottom, height } = stack.getBoundingClientRect()
  const now = Number.parseFloat(stack.style.getPropertyValue('--kt-lift')) || 0
  const box = { left, right, bottom: bottom + now, height: Math.max(height, stack.scrollHeight) }
  const { lift, room } = standOver(box, obstacles())
  stack.style.setProperty('--kt-lift', `${lift}px`)
  stack.style.setProperty('--kt-room', room === null ? 'none' : `${room}px`)
  stack.toggleAttribute('data-tight', room !== null)
}

interface Obstacles {
  /** Is never covered. */
  bars: readonly Edges[]
  /** Is covered when there is no room beside it. */
  buttons: readonly Edges[]
}

function obstacles(): Obstacles {
  const dialog = openDialog()
  if (dialog) return { bars: edgesOf([...dialog.querySelectorAll<HTMLElement>(IN_DIALOG), ...kept]), buttons: [] }
  return {
    bars: edgesOf([...document.querySelectorAll<HTMLElement>(BARS), ...kept]),
    buttons: edgesOf([...document.querySelectorAll<HTMLElement>(SENDS)]),
  }
}

const edgesOf = (elements: readonly HTMLElement[]): Edges[] =>
  elements
    .filter(one => one.checkVisibility())
    .map(one => one.getBoundingClientRect())
    .filter(({ top, bottom }) => bottom > 0 && top < innerHeight)

/**
 * How far a box must rise to cover nothing, or, where there is no such place, none of the bars. `room` is how high it may be
 * where it is too high for any place between the bars: it then scrolls. Without any room it goes to the top of the window.
 */
export function standOver(
  { left, right, bottom, height }: Pick<DOMRect, 'left' | 'right' | 'bottom' | 'height'>,
  { bars, buttons }: Obstacles,
): { lift: number; room: number | null } {
  const isBeneath = (other: Edges) => other.right > left && other.left < right
  const between = gapsOver(bottom, bars.filter(isBeneath))
  const fits = (gap: Gap) => sizeOf(gap) >= height
  const place = gapsOver(bottom, [...bars, ...buttons].filter(isBeneath)).find(fits) ?? between.find(fits)
  if (place) return { lift: bottom - place.low, room: null }
  const [widest] = between.toSorted((one, other) => sizeOf(other) - sizeOf(one))
  if (widest && sizeOf(widest) >= ONE_NOTICE) return { lift: bottom - widest.low, room: sizeOf(widest) }
  return { lift: Math.max(0, bottom - height - GAP), room: null }
}

interface Gap {
  low: number
  high: number
}

const sizeOf = ({ low, high }: Gap): number => low - high

/** What is free of others from there up to the top of the window, the lowest first. */
function gapsOver(bottom: number, others: readonly Edges[]): Gap[] {
  const gaps: Gap[] = []
  let low = bottom
  for (const other of others.toSorted((one, next) => next.bottom - one.bottom)) {
    if (other.top >= low) continue
    if (other.bottom < low) gaps.push({ low, high: other.bottom })
    low = other.top - GAP
  }
  return [...gaps, { low, high: GAP }].filter(gap => sizeOf(gap) > 0)
}
