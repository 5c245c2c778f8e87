import { type ComponentType, useEffect, useState } from 'react'
import type { RowAction, RowActionProps } from '../extensions.ts'

/** Entries that features add to the menu of a lead. */
export interface RowItems {
  id: string
  Items: ComponentType<RowActionProps>
}

/** Fetches all entries of a menu; without a network it has its own ones only. */
export async function loadRowItems(actions: readonly RowAction[]): Promise<readonly RowItems[]> {
  const loaded = await Promise.allSettled(actions.map(async ({ id, load }) => ({ id, Items: await load() })))
  return loaded.flatMap(each => (each.status === 'fulfilled' ? [each.value] : []))
}

/** The entries once all of them are here; `null` until then. */
export function useRowItems(load: () => Promise<readonly RowItems[]>): readonly RowItems[] | null {
  const [items, setItems] = useState<readonly RowItems[] | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a menu holds does not change while it is open
  useEffect(() => {
    let isGone = false
    void load().then(loaded => isGone || setItems(loaded))
    return () => {
      isGone = true
    }
  }, [])
  return items
}
