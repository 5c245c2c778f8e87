const moves = ['resize', 'scroll', 'focusin', 'focusout', 'transitionend', 'animationend'] as const

/** Tells when anything may have come, gone or moved on the screen, at most once for each picture that is drawn. Answers how to stop. */
export function watchScreen(run: () => void): () => void {
  let frame = 0
  const soon = () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0
      run()
    })
  }
  const drawn = new MutationObserver(soon)
  drawn.observe(document.body, { childList: true, subtree: true })
  for (const move of moves) addEventListener(move, soon, { capture: true, passive: true })
  return () => {
    cancelAnimationFrame(frame)
    drawn.disconnect()
    for (const move of moves) removeEventListener(move, soon, { capture: true })
  }
}

/** What is open over the page and wants an answer; the one on top. */
export const openDialog = (): Element | null =>
  [...document.querySelectorAll('[aria-modal="true"], dialog[open]')].at(-1) ?? null
