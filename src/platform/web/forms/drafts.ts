import { useCallback, useEffect, useRef, useState } from 'react'
import { deviceOwner } from '../owner.ts'
import { storage } from '../storage.ts'
import { DRAFT_AGE_MS, draftKey } from './draftStore.ts'

/** Typing rests this long before it is written down. */
const SETTLE_MS = 250

/** What somebody typed under a name and has not sent; survives a reload, a crash and an expired session. */
export interface Draft<Value> {
  value: Value
  /** Whether the value is something kept from before or changed since. */
  dirty: boolean
  /** Whether it could not be kept, because the device has no room left. */
  full: boolean
  change: (value: Value) => void
  /** Forgets the draft, after it was sent or thrown away. */
  clear: () => void
}

/** What typing waits for before it is written down. */
interface Settling {
  timer: number
  write: () => void
}

/**
 * Keeps what is typed. `parse` reads a kept draft and answers `null` for one it does not understand. Two windows that
 * hold the same form show the same words: what is typed, sent or thrown away in one shows in the other.
 */
export function useDraft<Value>(name: string, initial: Value, parse: (stored: unknown) => Value | null): Draft<Value> {
  // Whose it is stays, also when the session ends while it is written down.
  const [owner] = useState(deviceOwner)
  const key = draftKey(owner, name)
  const [stored] = useState(() => parse(storage.read(key, DRAFT_AGE_MS)))
  const [value, setValue] = useState<Value>(stored ?? initial)
  const [dirty, setDirty] = useState(stored !== null)
  const [full, setFull] = useState(false)
  const waiting = useRef<Settling | null>(null)
  const settle = useSettling(waiting)
  const change = useCallback(
    (next: Value) => {
      setValue(next)
      setDirty(true)
      if (waiting.current) clearTimeout(waiting.current.timer)
      const write = () => setFull(!storage.write(key, next))
      waiting.current = { timer: window.setTimeout(settle, SETTLE_MS), write }
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
  useOtherWindows(key, () => {
    if (waiting.current) return
    const theirs = parse(storage.read(key, DRAFT_AGE_MS))
    setValue(theirs ?? initial)
    setDirty(theirs !== null)
  })
  return { value, dirty, full, change, clear }
}

/** Writes down what is typed when the page goes away, whichever way. */
function useSettling(waiting: { current: Settling | null }): () => void {
  const settle = useCallback(() => {
    if (!waiting.current) return
    clearTimeout(waiting.current.timer)
    waiting.current.write()
    waiting.current = null
  }, [waiting])
  useEffect(() => {
    addEventListener('pagehide', settle)
    document.addEventListener('visibilitychange', settle)
    return () => {
      removeEventListener('pagehide', settle)
      document.removeEventListener('visibilitychange', settle)
      settle()
    }
  }, [settle])
  return settle
}

function useOtherWindows(key: string, onChange: () => void): void {
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  useEffect(() => {
    const hear = (event: StorageEvent) => event.key === key && latest.current()
    addEventListener('storage', hear)
    return () => removeEventListener('storage', hear)
  }, [key])
}

/** Whether something typed under a name waits, for a mark that leads back to it. */
export const hasDraft = (name: string): boolean => storage.read(draftKey(deviceOwner(), name), DRAFT_AGE_MS) !== null
