import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { LeadList, LeadSort } from '../../contract/filters.ts'
import type { ListQuestion } from '../extensions.ts'
import { addressOf, type TabState } from '../rules/address.ts'
import type { Selection } from '../rules/selection.ts'
import { defaultTab, type LeadTab, searchTabOf } from '../rules/tabs.ts'
import { openTabOf, type ScreenViewer } from './openTab.ts'

export interface LeadsScreen {
  tabs: LeadTab[]
  tab: LeadList
  state: TabState
  sort: LeadSort
  perPage: number
  searches: Partial<Record<LeadList, string>>
  selection: Selection
  openTab(tab: LeadList): void
  /** Changes the open tab; anything but the page alone begins at the first page again. */
  change(patch: Partial<TabState>): void
  /** Notes which page is in view, without a new entry in the history. */
  notePage(page: number): void
  search(text: string): void
  closeSearch(tab: LeadList): void
  /** Shows a kept view; `null` leaves the open one. */
  openView(view: { id: number; question: ListQuestion } | null): void
  reset(): void
}

/** The state of the leads screen: the address bar for the open tab, the memory for the others. */
export function useLeadsScreen(viewer: ScreenViewer, ownOnly: boolean): LeadsScreen | null {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  // Only somebody who arrives finds the tab as it was left; whoever goes back to the bare address wants just that.
  const hasArrived = useRef(false)
  const open = openTabOf(viewer, ownOnly, search, !hasArrived.current)
  const { memory, tabs, tab, state, restores, sort, perPage } = open
  const go = (tab: LeadList, state: TabState, replace = false) =>
    void navigate({
      to: '.',
      // What lies over the list stays while only its place changes.
      search: ((before: Record<string, unknown>) => ({
        ...addressOf(tab, state),
        ...(replace && { turn: before.turn }),
      })) as never,
      replace,
    })

  useEffect(() => {
    if (tab === null) return
    hasArrived.current = true
    if (restores) go(tab, state, true)
    else memory.write(tab, state)
  })

  if (tab === null) return null
  const closeSearch = (closed: LeadList) => {
    memory.forget(closed)
    if (closed !== tab) return go(tab, state, true)
    const back = memory.previous() ?? defaultTab(viewer, ownOnly)
    if (back) go(back, memory.read(back) ?? { filters: {} })
  }
  return {
    tabs,
    tab,
    state,
    sort,
    perPage,
    searches: memory.searches(),
    selection: memory.selectionOf(tab),
    // The tab of an open view leads back to the tab as it is by itself.
    openTab: next => go(next, next === tab && state.view ? { filters: {} } : (memory.read(next) ?? { filters: {} })),
    change: patch => {
      const next: TabState = { ...state, page: 1, ...patch }
      // What is chosen is always among what the list shows.
      if (patch.filters) memory.selectionOf(tab).clear()
      // Written before the address is, so that clearing everything is not taken for a bare address to restore.
      memory.write(tab, next)
      go(tab, next)
    },
    notePage: page => {
      if ((state.page ?? 1) !== page) go(tab, { ...state, page }, true)
    },
    search: text => {
      if (text === '') return closeSearch(tab)
      const target = searchTabOf(viewer)
      if (tab !== target) memory.setPrevious(tab)
      memory.write(target, { filters: {}, search: text })
      memory.selectionOf(target).clear()
      go(target, { filters: {}, search: text })
    },
    closeSearch,
    openView: async view => {
      const list = view?.question.list ?? tab
      const { tabStateOfQuestion } = await import('../rules/views.ts')
      const next: TabState = view
        ? { ...tabStateOfQuestion(view.question.filters, view.question.sort), view: view.id }
        : { filters: {} }
      memory.selectionOf(list).clear()
      memory.write(list, next)
      go(list, next)
    },
    reset: () => {
      const first = defaultTab(viewer, ownOnly)
      if (!first) return
      memory.write(first, { filters: {} })
      go(first, { filters: {} })
    },
  }
}
