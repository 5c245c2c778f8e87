import { useCallback, useEffect, useRef } from 'react'

/** A modal stays this long after a success, so that the person sees it. */
export const CLOSE_DELAY_MS = 250

/** Closes a modal 250 ms after its success; does nothing once the modal is gone. */
export function useCloseAfterSuccess(close: () => void): () => void {
  const timer = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(() => {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(close, CLOSE_DELAY_MS)
  }, [close])
}
