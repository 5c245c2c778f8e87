import { useCallback, useState } from 'react'
import { storage } from '../../../../platform/web/storage.ts'
import type { LeadList } from '../../contract/filters.ts'
import { isSwitchedOn, leadColumns, type Switched } from './LeadColumns.tsx'

const KEY = 'leads-columns'

function readSwitched(): Switched {
  const stored = storage.read(KEY)
  return typeof stored === 'object' && stored !== null ? (stored as Switched) : {}
}

/** The columns of the list: what is switched, how to switch, and the columns of an open view in the place of one's own. */
export interface SwitchedColumns {
  switched: Switched
  onSwitch(id: string, on: boolean): void
  showOnly(columns: readonly string[] | null): void
}

/** What the person switched; while a view with columns of its own is open, what that switches. */
export function useSwitchedColumns(): SwitchedColumns {
  const [own, setOwn] = useState(readSwitched)
  const [ofView, setOfView] = useState<Switched | null>(null)
  const switched = ofView ?? own
  const onSwitch = (id: string, on: boolean) => {
    const next = { ...switched, [id]: on }
    if (ofView) return setOfView(next)
    setOwn(next)
    storage.write(KEY, next)
  }
  const showOnly = useCallback(
    (columns: readonly string[] | null) =>
      setOfView(
        columns && Object.fromEntries(leadColumns.map(({ id }) => [id, id === 'name' || columns.includes(id)])),
      ),
    [],
  )
  return { switched, onSwitch, showOnly }
}

/** The columns that are switched on, also those for which the window has no room. */
export const chosenColumns = (switched: Switched, list: LeadList): string[] =>
  leadColumns.filter(column => isSwitchedOn(column, switched, list)).map(({ id }) => id)
