import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** What a line is thought to take before it is drawn: most are one line of words. */
const USUAL_HEIGHT = 40
/** The lines within the list: the name of a day, and what stands in the list of that day. */
const ROWS = ':scope > section > h3, :scope > section > ol > li'
/** Lines drawn above and below those in view. */
const SPARE = 10

interface RowsInView {
  /** The lines to be drawn: from this one to the one before `end`. */
  first: number
  end: number
  /** The room of the lines above and below that are not drawn, in pixels. */
  above: number
  below: number
}

/**
 * Which lines of a long list are to be drawn; their heights differ. Lines that are added above somebody who reads further down do not move what they read.
 */
export function useRowsInView(list: RefObject<HTMLElement | null>, keys: readonly string[]): RowsInView {
  const scroller = useRef<Element>(null)
  const [start, setStart] = useState(0)
  const [isInside, setIsInside] = useState(false)
  const virtual = useVirtualizer({
    count: keys.length,
    getScrollElement: () => {
      if (!scroller.current?.contains(list.current)) scroller.current = scrollerOf(list.current)
      return scroller.current
    },
    getItemKey: index => keys[index] ?? index,
    estimateSize: () => USUAL_HEIGHT,
    indexAttribute: 'data-row',
    overscan: SPARE,
    scrollMargin: start,
    // At the top of the list new rows show at once; further down the place of the reader is kept.
    anchorTo: isInside ? 'end' : 'start',
    scrollEndThreshold: -1,
    useFlushSync: false,
  })
  const items = virtual.getVirtualItems()
  useLayoutEffect(() => {
    const [element, around] = [list.current, scroller.current]
    if (!element || !around) return
    for (const [index, row] of element.querySelectorAll<HTMLElement>(ROWS).entries()) {
      row.dataset.row = String((items[0]?.index ?? 0) + index)
      virtual.measureElement(row)
    }
    const top = element.getBoundingClientRect().top - around.getBoundingClientRect().top
    setStart(Math.round(top + around.scrollTop))
    setIsInside(top < 0)
  })
  const [head] = items
  const tail = items.at(-1)
  if (!head || !tail) return { first: 0, end: 0, above: 0, below: virtual.getTotalSize() }
  return {
    first: head.index,
    end: tail.index + 1,
    above: head.start - start,
    below: virtual.getTotalSize() - (tail.end - start),
  }
}

/** What the element scrolls in. */
function scrollerOf(element: Element | null): Element | null {
  for (let around = element?.parentElement; around; around = around.parentElement)
    if (/auto|scroll/.test(getComputedStyle(around).overflowY)) return around
  return document.scrollingElement
}
