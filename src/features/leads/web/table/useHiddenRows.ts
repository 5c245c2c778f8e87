import { useMemo, useState } from 'react'
import type { LoadedList } from '../list/useLeadList.ts'

interface Hidden {
  /** The act that hides them. */
  by: string
  has: (id: number) => boolean
}

interface HiddenRows {
  list: LoadedList
  /** Hides rows while an act on them is under way. */
  hide(hidden: Hidden): void
  /** Shows again what an act hid. */
  show(by: string): void
}

/** The list without the rows that are just being taken out of it: they leave at once, and come back when that fails. */
export function useHiddenRows(whole: LoadedList): HiddenRows {
  const [hidden, setHidden] = useState<readonly Hidden[]>([])
  const list = useMemo(() => {
    if (hidden.length === 0) return whole
    const rows = whole.rows.filter(row => !hidden.some(each => each.has(row.id)))
    const gone = whole.rows.length - rows.length
    const total = whole.total && { ...whole.total, total: Math.max(rows.length, whole.total.total - gone) }
    return { ...whole, rows, ids: rows.map(row => row.id), total }
  }, [whole, hidden])
  return {
    list,
    hide: added => setHidden(before => [...before.filter(each => each.by !== added.by), added]),
    show: by => setHidden(before => before.filter(each => each.by !== by)),
  }
}
