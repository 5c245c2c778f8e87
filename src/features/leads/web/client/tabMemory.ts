import type { LeadList } from '../../contract/filters.ts'
import type { TabState } from '../rules/address.ts'
import { createSelection, type Selection } from '../rules/selection.ts'

interface Remembered {
  tabs: Partial<Record<LeadList, TabState>>
  /** Where closing a search leads back to. */
  previous?: LeadList
}

/** What each tab was like when it was left; survives a reload, but not the browser's tab. */
export interface TabMemory {
  read(tab: LeadList): TabState | undefined
  write(tab: LeadList, state: TabState): void
  forget(tab: LeadList): void
  previous(): LeadList | undefined
  setPrevious(tab: LeadList): void
  searches(): Partial<Record<LeadList, string>>
  /** Outlives a change of tabs, and no reload: what is chosen out of sight would go along with the next bulk change. */
  selectionOf(tab: LeadList): Selection
}

function load(key: string): Remembered {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return typeof stored === 'object' && stored !== null && 'tabs' in stored ? (stored as Remembered) : { tabs: {} }
  } catch {
    return { tabs: {} }
  }
}

const memories = new Map<number, TabMemory>()

/** The memory of a person's tabs. */
export function tabMemoryOf(userId: number): TabMemory {
  const known = memories.get(userId) ?? createTabMemory(`leads-tabs-${userId}`)
  memories.set(userId, known)
  return known
}

function createTabMemory(key: string): TabMemory {
  const stored = load(key)
  const selections = new Map<LeadList, Selection>()
  const save = () => {
    try {
      sessionStorage.setItem(key, JSON.stringify(stored))
    } catch {
      // Without storage the tabs are remembered until the next reload.
    }
  }
  const selectionOf = (tab: LeadList): Selection => {
    const selection = selections.get(tab) ?? createSelection()
    selections.set(tab, selection)
    return selection
  }
  return {
    read: tab => stored.tabs[tab],
    write(tab, state) {
      stored.tabs[tab] = state
      save()
    },
    forget(tab) {
      delete stored.tabs[tab]
      selections.delete(tab)
      save()
    },
    previous: () => stored.previous,
    setPrevious(tab) {
      stored.previous = tab
      save()
    },
    searches: () =>
      Object.fromEntries(
        Object.entries(stored.tabs).flatMap(([tab, state]) => (state.search ? [[tab, state.search]] : [])),
      ),
    selectionOf,
  }
}
