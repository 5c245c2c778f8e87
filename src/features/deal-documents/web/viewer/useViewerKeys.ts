import { useEffect, useEffectEvent } from 'react'

/** Presses of keys while a document is open, but where somebody types or a button has the key; `true` says that it was one of ours. */
export function useViewerKeys(onKey: (key: string) => boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const element = event.target instanceof Element ? event.target : null
    const isTaken = element?.closest('input, textarea, [role="menu"], [role="toolbar"]') != null
    if (isTaken || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    if (onKey(event.key)) event.preventDefault()
  })
  useEffect(() => {
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
