import type { LeadList } from '../../contract/filters.ts'
import type { TabState } from '../rules/address.ts'
import { createSelection, type KeptSelection, type Selection } from '../rules/selection.ts'

interface Remembered {
  tabs: Partial<Record<LeadList, TabState & { selected?: KeptSelection }>>
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
  selectionOf(tab: LeadList): Selection
}

function load(key: string): Remembered {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return typeof kept === 'object' && kept !== null && 'tabs' in kept ? (kept as Remembered) : { tabs: {} }
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
  const kept = load(key)
  const selections = new Map<LeadList, Selection>()
  const save = () => {
    try {
      sessionStorage.setItem(key, JSON.stringify(kept))
    } catch {
      // Without storage the tabs are remembered until the next reload.
    }
  }
  const selectionOf = (tab: LeadList): Selection => {
    const known = selections.get(tab)
    if (known) return known
    const selection = createSelection(kept.tabs[tab]?.selected)
    selection.subscribe(() => {
      kept.tabs[tab] = { filters: {}, ...kept.tabs[tab], selected: selection.kept() }
      save()
    })
    selections.set(tab, selection)
    return selection
  }
  return {
    read: tab => kept.tabs[tab],
    write(tab, state) {
      const selected = selections.get(tab)?.kept() ?? kept.tabs[tab]?.selected
      kept.tabs[tab] = { ...state, ...(selected ? { selected } : {}) }
      save()
    },
    forget(tab) {
      delete kept.tabs[tab]
      selections.delete(tab)
      save()
    },
    previous: () => kept.previous,
    setPrevious(tab) {
      kept.previous = tab
      save()
    },
    searches: () =>
      Object.fromEntries(
        Object.entries(kept.tabs).flatMap(([tab, state]) => (state.search ? [[tab, state.search]] : [])),
      ),
    selectionOf,
  }
}
