import { type ReactNode, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'

interface BarPlaceProps {
  /** The element of the top bar that keeps room for it. */
  id: 'record-back' | 'record-stepper'
  children: ReactNode
}

/** Puts a part of the page into the top bar. */
export function BarPlace({ id, children }: BarPlaceProps) {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  // Before it is painted: the bar does not move afterwards.
  useLayoutEffect(() => setPlace(document.getElementById(id)), [id])
  return place && createPortal(children, place)
}
