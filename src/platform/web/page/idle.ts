/** The longest that something waits for a browser which never has a moment. */
const LONGEST_WAIT_MS = 5_000

/**
 * Runs once the browser has nothing better to do, at once where it cannot say so, and after five seconds in any case: a
 * slow device that never rests still gets all of the product. Answers how to call that off.
 */
export function whenIdle(run: () => void): () => void {
  if ('requestIdleCallback' in globalThis) {
    const waiting = requestIdleCallback(run, { timeout: LONGEST_WAIT_MS })
    return () => cancelIdleCallback(waiting)
  }
  run()
  return () => undefined
}
