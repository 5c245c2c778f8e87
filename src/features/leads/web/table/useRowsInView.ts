import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'

/** Rows drawn before and after those in view, once the list is scrolled. */
const SPARE = 8

/** Rows of one height, of which one may be taller. */
export interface RowMeasures {
  count: number
  height: number
  /** What stands above the first row. */
  head: number
  /** The row that shows more, and by how much it is taller. */
  taller: { index: number; by: number } | null
}

/** Where a row begins, below the head. */
export const topOf = (index: number, { height, taller }: RowMeasures): number =>
  index * height + (taller && index > taller.index ? taller.by : 0)

/** How tall all rows are together. */
export const heightOf = (rows: RowMeasures): number => topOf(rows.count, rows)

/** The rows that lie within a window of a scrolled list, with some to spare. */
function windowOf(rows: RowMeasures, scrollTop: number, windowHeight: number): { first: number; last: number } {
  const { count, height, taller } = rows
  // The first screen, and a new order of the first rows, draw what is seen and no more.
  const spare = scrollTop > 0 ? SPARE : 0
  const first = Math.floor((scrollTop - (taller?.by ?? 0)) / height) - spare
  const last = Math.ceil((scrollTop + windowHeight) / height) + spare
  return { first: Math.max(0, Math.min(first, count - 1)), last: Math.min(count - 1, last) }
}

interface RowsInView {
  first: number
  last: number
  /** Scrolls as little as needed until a row is in view. */
  show(index: number): void
}

/**
 * Which rows are to be drawn. All rows have one height, so nothing is measured and ten thousand rows cost what ten do:
 * a change of order draws the rows in view and touches no other.
 */
export function useRowsInView(scroller: RefObject<HTMLElement | null>, rows: RowMeasures): RowsInView {
  // In steps of some rows, so that most scrolling draws nothing anew.
  const step = rows.height * 4
  const [view, setView] = useState({ top: 0, height: 0 })
  const look = useCallback(() => {
    const element = scroller.current
    if (!element) return
    const next = { top: Math.floor(element.scrollTop / step) * step, height: element.clientHeight + step }
    setView(before => (before.top === next.top && before.height === next.height ? before : next))
  }, [scroller, step])
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    look()
    element.addEventListener('scroll', look, { passive: true })
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      observer.disconnect()
    }
  }, [scroller, look])
  const show = (index: number) => {
    const element = scroller.current
    if (!element) return
    const top = topOf(index, rows)
    const bottom = top + rows.height + rows.head
    if (element.scrollTop > top) element.scrollTop = top
    else if (element.scrollTop + element.clientHeight < bottom) element.scrollTop = bottom - element.clientHeight
  }
  return { ...windowOf(rows, view.top, view.height), show }
}
