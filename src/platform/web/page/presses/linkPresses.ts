/**
 * Tells of presses on links of a kind, with what the link says of itself, in the place of following them: unless the press
 * turns out to be something else before it reaches the link, asks for a window of its own, or is none of `isOurs`. Answers
 * how to stop.
 */
export function watchLinkPresses(
  selector: string,
  run: (said: DOMStringMap, link: HTMLAnchorElement) => void,
  { isOurs = () => true }: { isOurs?: () => boolean } = {},
): () => void {
  const watch = (event: MouseEvent) => {
    const { target } = event
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>(selector) : null
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || !isOurs()) return
    const press = (pressed: MouseEvent) => {
      if (pressed.defaultPrevented) return
      pressed.preventDefault()
      run(link.dataset, link)
    }
    link.addEventListener('click', press, { once: true })
    setTimeout(() => link.removeEventListener('click', press))
  }
  addEventListener('click', watch, true)
  return () => removeEventListener('click', watch, true)
}
