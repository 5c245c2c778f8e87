import { useEffect } from 'react'

/** What was typed before the palette was there. */
export interface Ahead {
  text: string
  /** Enter was pressed too: the first line is wanted. */
  entered: boolean
}

let ahead: Ahead = { text: '', entered: false }

/** Takes what was typed ahead, once. */
export function takeAhead(): Ahead {
  const taken = ahead
  ahead = { text: '', entered: false }
  return taken
}

/** Stands in while the palette is fetched for the first time, so that no letter goes to the screen below it. */
export function PaletteWait() {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'Enter') ahead = { ...ahead, entered: true }
      else if (event.key.length === 1) ahead = { ...ahead, text: ahead.text + event.key }
      else return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [])
  return null
}
