import { useState } from 'react'
import { storage } from '../../../platform/web/storage.ts'

const KEY = 'leads-columns'

/** Columns that the person switched on or off, kept in this browser. */
export type Switched = Readonly<Record<string, boolean>>

function readSwitched(): Switched {
  const kept = storage.read(KEY)
  return typeof kept === 'object' && kept !== null ? (kept as Switched) : {}
}

/** What the person switched, and how to switch. */
export function useSwitchedColumns(): [Switched, (id: string, on: boolean) => void] {
  const [switched, setSwitched] = useState(readSwitched)
  return [
    switched,
    (id, on) => {
      const next = { ...switched, [id]: on }
      setSwitched(next)
      storage.write(KEY, next)
    },
  ]
}
