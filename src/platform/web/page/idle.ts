/** Runs once the browser has nothing better to do, at once where it cannot say so; answers how to call that off. */
export function whenIdle(run: () => void): () => void {
  if ('requestIdleCallback' in globalThis) {
    const waiting = requestIdleCallback(run)
    return () => cancelIdleCallback(waiting)
  }
  run()
  return () => undefined
}
