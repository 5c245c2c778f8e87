import { useSyncExternalStore } from 'react'
import type { LeadRow } from '../../contract/record.ts'
import { openPeek } from './peek.ts'

/** Somebody in a list, as far as the list knows them. */
export type PeekedLead = Pick<LeadRow, 'id' | 'first_name' | 'last_name'> & Partial<LeadRow>

/** A list whose people can be peeked at. */
export interface PeekList {
  leads: readonly PeekedLead[]
  /** The place of the cursor among them; `null` while it stands nowhere. */
  cursor: number | null
  /** Moves the cursor. */
  moveTo(index: number): void
}

let list: PeekList | null = null
const watchers = new Set<() => void>()

/** Says which list is on screen, and where its cursor stands; `null` once it is gone. */
export function publishPeekList(next: PeekList | null): void {
  list = next
  for (const watcher of watchers) watcher()
}

/** The list on screen. */
export const usePeekList = (): PeekList | null =>
  useSyncExternalStore(
    watcher => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    () => list,
  )

/** Opens the peek at the lead in this place, or where the cursor stands: on the first one while it stands nowhere. */
export function peekAt(index = list?.cursor ?? 0): void {
  if (!list?.leads[index]) return
  if (index !== list.cursor) list.moveTo(index)
  openPeek()
}

/** Opens the peek at a lead of the list on screen. */
export const peekAtLead = (id: number): void => peekAt(list?.leads.findIndex(lead => lead.id === id) ?? -1)
