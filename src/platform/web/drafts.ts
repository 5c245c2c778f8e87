import { useCallback, useEffect, useRef, useState } from 'react'
import { storage } from './storage.ts'

const PREFIX = 'draft:'
/** Typing rests this long before it is written down. */
const SETTLE_MS = 250
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000

/** What somebody typed under a name and has not sent; survives a reload, a crash and an expired session. */
export interface Draft<Value> {
  value: Value
  /** Whether the value is something kept from before or changed since. */
  dirty: boolean
  change: (value: Value) => void
  /** Forgets the draft, after it was sent or thrown away. */
  clear: () => void
}

/** Keeps what is typed. `parse` reads a kept draft and answers `null` for one it does not understand. */
export function useDraft<Value>(name: string, initial: Value, parse: (kept: unknown) => Value | null): Draft<Value> {
  const key = PREFIX + name
  const [kept] = useState(() => parse(storage.read(key, MAX_AGE_MS)))
  const [value, setValue] = useState<Value>(kept ?? initial)
  const [dirty, setDirty] = useState(kept !== null)
  const waiting = useRef<{ timer: number; write: () => void } | null>(null)

  const settle = useCallback(() => {
    if (!waiting.current) return
    clearTimeout(waiting.current.timer)
    waiting.current.write()
    waiting.current = null
  }, [])
  const change = useCallback(
    (next: Value) => {
      setValue(next)
      setDirty(true)
      if (waiting.current) clearTimeout(waiting.current.timer)
      waiting.current = { timer: window.setTimeout(settle, SETTLE_MS), write: () => storage.write(key, next) }
    },
    [key, settle],
  )
  const clear = useCallback(() => {
    if (waiting.current) clearTimeout(waiting.current.timer)
    waiting.current = null
    storage.remove(key)
    setValue(initial)
    setDirty(false)
  }, [initial, key])

  useEffect(() => {
    addEventListener('pagehide', settle)
    return () => {
      removeEventListener('pagehide', settle)
      settle()
    }
  }, [settle])
  return { value, dirty, change, clear }
}

/** How many drafts wait in this browser. */
export const draftCount = (): number => storage.keys(PREFIX).length

/** Forgets every draft (logout). */
export function clearDrafts(): void {
  for (const key of storage.keys(PREFIX)) storage.remove(key)
}
