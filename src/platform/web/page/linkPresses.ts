/**
 * Tells of presses on links of a kind, with what the link says of itself, in the place of following them: unless the press
 * turns out to be something else before it reaches the link, or asks for a window of its own. Answers how to stop.
 */
export function watchLinkPresses(selector: string, run: (said: DOMStringMap) => void): () => void {
  const watch = (event: MouseEvent) => {
    const { target } = event
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>(selector) : null
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    const press = (pressed: MouseEvent) => {
      if (pressed.defaultPrevented) return
      pressed.preventDefault()
      run(link.dataset)
    }
    link.addEventListener('click', press, { once: true })
    setTimeout(() => link.removeEventListener('click', press))
  }
  addEventListener('click', watch, true)
  return () => removeEventListener('click', watch, true)
}
