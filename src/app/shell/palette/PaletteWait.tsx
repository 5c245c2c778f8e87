import { useEffect } from 'react'

/** What was typed before the palette was there. */
export interface Ahead {
  text: string
  /** Enter was pressed too: the first line is wanted. */
  entered: boolean
}

let ahead: Ahead = { text: '', entered: false }

/** Takes what was typed ahead, once. */
export function selectPrefetched(): Ahead {
  const taken = ahead
  ahead = { text: '', entered: false }
  return taken
}

/** Hears letters and Enter wherever the focus is, except in `field`; returns the function that stops. */
export function hearTyping(field: () => Element | null, heard: (pressed: Partial<Ahead>) => void): () => void {
  const listen = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || (field() !== null && event.target === field())) return
    if (event.key === 'Enter') heard({ entered: true })
    else if (event.key.length === 1) heard({ text: event.key })
    else return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  window.addEventListener('keydown', listen, { capture: true })
  return () => window.removeEventListener('keydown', listen, { capture: true })
}

/** Stands in while the palette is fetched for the first time, so that no letter goes to the screen below it. */
export function PaletteWait() {
  useEffect(
    () =>
      hearTyping(
        () => null,
        ({ text = '', entered = false }) => {
          ahead = { text: ahead.text + text, entered: ahead.entered || entered }
        },
      ),
    [],
  )
  return null
}
